import assert from 'node:assert/strict';
import type { Filter } from '../src/contracts/engine.ts';
import type { QueryOptions } from '../src/footnote.ts';
import type { Hit, SearchResult } from '../src/retrieve/hit.ts';
import { assertSame } from './assertions.ts';
import { refusalOf } from './engine-fixtures.ts';
import type { PipelineFixture, PipelineTests } from './pipeline.ts';
import { assertSameSearch } from './pipeline-comparison.ts';
import { awkwardTeam, libraryPaths } from './pipeline-library.ts';
import { type PipelinePlace, showAll } from './pipeline-place.ts';

const collection = 'library';
const question = 'bilge pump of the harbour';

/** The same search on both engines, which must have come to the same. */
async function searchBoth(
  fixture: PipelineFixture,
  asked: string,
  options: (place: PipelinePlace) => Promise<QueryOptions> | QueryOptions,
): Promise<SearchResult> {
  const search = async (place: PipelinePlace) =>
    (await place.footnote(showAll)).search(asked, { collection, ...(await options(place)) });
  const [actual, expected] = [await search(fixture.tested), await search(fixture.embedded)];
  assertSameSearch({ actual, expected }, fixture, JSON.stringify([asked, await options(fixture.tested)]));
  return actual;
}

/** The ids of documents in one store, by paths below the folder of the library. */
async function idsOf({ files }: PipelineFixture, place: PipelinePlace, paths: readonly string[]) {
  const documents = await (await place.footnote()).listDocuments({ collection });
  const ids = new Map(documents.map(({ path, documentId }) => [path, documentId]));
  return paths.map((path) => ids.get(`${files}/library/${path}`) as string);
}

function pathsOf({ files }: PipelineFixture, hits: readonly Hit[]): readonly string[] {
  return [...new Set(hits.map(({ path }) => path.slice(`${files}/library/`.length)))].toSorted();
}

const moorings = 'guides/moorings.md';
const lighthouse = 'guides/lighthouse.md';
const radio = 'guides/radio.md';
const dredging = 'reports/dredging.csv';
const tides = 'reports/tides.txt';
const survey = 'reports/survey.md';
const key = 'de/schluessel.md';
const timetable = 'de/fahrplan.md';
const salvage = 'notes/salvage.md';

/** Every kind of filter with the documents that it lets through. */
const filters: readonly (readonly [string, Filter, readonly string[]])[] = [
  ['text is equal', { field: 'team', op: 'eq', value: 'harbour' }, [lighthouse, moorings]],
  ['text is not of that case', { field: 'team', op: 'eq', value: 'Harbour' }, []],
  ['text with marks in it', { field: 'team', op: 'eq', value: awkwardTeam }, [tides]],
  [
    'text is one of several',
    { field: 'team', op: 'in', value: ['office', 'workshop', 'nobody'] },
    [key, radio, dredging, survey],
  ],
  ['one of none', { field: 'team', op: 'in', value: [] }, []],
  ['number is equal', { field: 'year', op: 'eq', value: 2021 }, [key, moorings]],
  ['number from', { field: 'year', op: 'gte', value: 2022 }, [timetable, radio, dredging]],
  ['number up to', { field: 'year', op: 'lte', value: 2018 }, [salvage, tides]],
  [
    'number between',
    {
      and: [
        { field: 'year', op: 'gte', value: 2019 },
        { field: 'year', op: 'lte', value: 2020.5 },
      ],
    },
    [lighthouse, survey],
  ],
  ['true', { field: 'reviewed', op: 'eq', value: true }, [moorings, radio, survey]],
  ['false', { field: 'reviewed', op: 'eq', value: false }, [lighthouse, salvage]],
  ['date is in a year', { field: 'published', op: 'eq', value: '2021' }, [moorings]],
  ['date is in a month', { field: 'published', op: 'eq', value: '2019-11' }, [lighthouse]],
  ['date is a day', { field: 'published', op: 'eq', value: '2022-03-18' }, [radio]],
  ['date from a month', { field: 'published', op: 'gte', value: '2021-05' }, [moorings, radio, dredging]],
  ['date up to a year', { field: 'published', op: 'lte', value: '2020' }, [lighthouse, survey]],
  ['list has', { field: 'tags', op: 'eq', value: 'steel' }, [lighthouse, moorings]],
  ['a list of one', { field: 'tags', op: 'eq', value: 'signals' }, [radio]],
  [
    'list has one of several',
    { field: 'tags', op: 'in', value: ['rope', 'depth'] },
    [moorings, dredging, survey],
  ],
  [
    'list has both',
    {
      and: [
        { field: 'tags', op: 'eq', value: 'rope' },
        { field: 'tags', op: 'eq', value: 'light' },
      ],
    },
    [survey],
  ],
  [
    'not, which lets through what has no such field',
    { not: { field: 'tags', op: 'in', value: ['steel', 'rope', 'light', 'depth', 'signals'] } },
    libraryPaths.filter((path) => ![moorings, lighthouse, radio, dredging, survey].includes(path)),
  ],
  [
    'not of an or of ranges',
    {
      not: {
        or: [{ field: 'year', op: 'gte', value: 2019 }, { not: { field: 'year', op: 'gte', value: 0 } }],
      },
    },
    [salvage, tides],
  ],
  [
    'or over different fields',
    {
      or: [
        { field: 'team', op: 'eq', value: 'board' },
        { field: 'published', op: 'gte', value: '2023' },
      ],
    },
    [salvage, dredging],
  ],
  [
    'and of or and not',
    {
      and: [
        {
          or: [
            { field: 'tags', op: 'eq', value: 'steel' },
            { field: 'year', op: 'eq', value: 2020 },
          ],
        },
        { not: { field: 'reviewed', op: 'eq', value: false } },
      ],
    },
    [moorings, survey],
  ],
  ['all of nothing', { and: [] }, libraryPaths],
  ['any of nothing', { or: [] }, []],
  ['a built-in field', { field: 'language', op: 'eq', value: 'de' }, [timetable, key]],
  ['a field of the passage', { field: 'section', op: 'eq', value: 'Keepers' }, [lighthouse]],
];

const withoutSalvage = libraryPaths.filter((path) => path !== salvage);

/** Whoever may see all documents but one sees neither it nor that there is one. */
async function seesNothingOfSalvage(
  fixture: PipelineFixture,
  permitted: (place: PipelinePlace) => Promise<QueryOptions> | QueryOptions,
): Promise<void> {
  const options = async (place: PipelinePlace) => ({ ...(await permitted(place)), explain: true });
  const {
    hits,
    dropped,
    question: read,
    ranking,
  } = await searchBoth(fixture, 'the anchor of the Qaravella and the bilge pump', options);
  assertSame(pathsOf(fixture, hits), withoutSalvage.toSorted());
  assert.ok(!JSON.stringify([hits, dropped]).includes('Qaravella lies'));
  // Not even that the words are there, or how often.
  const absent = read.terms.filter((term) => term.absent).map(({ term }) => term);
  assert.ok(
    absent.some((term) => term.startsWith('qaravella')),
    absent.join(),
  );
  assert.equal(ranking.candidates.vector, hits.length);
  // A misspelling is not corrected to a word that only others may see.
  const misspelt = await searchBoth(fixture, 'Qaravela', options);
  assertSame(misspelt.question.expansions, []);
  // Nor do words get rarer or more common by what cannot be seen.
  const bilge = await searchBoth(fixture, 'bilge pump', options);
  const all = await searchBoth(fixture, 'bilge pump', () => ({}));
  assert.notEqual(bilge.question.terms[0]?.weight, all.question.terms[0]?.weight);
  const answer = await (await fixture.tested.footnote()).ask('What lies on the reef?', {
    collection,
    ...(await options(fixture.tested)),
  });
  assert.ok(!JSON.stringify(answer).includes('Qaravella'));
}

export const narrowingTests: PipelineTests = {
  'a filter lets through what it says, in both legs': async (fixture) => {
    for (const [name, filter, paths] of filters) {
      const { hits } = await searchBoth(fixture, question, () => ({ filter }));
      assertSame(pathsOf(fixture, hits), paths.toSorted(), name);
    }
  },

  'a filter is applied before the best are chosen': async (fixture) => {
    const filter: Filter = { field: 'tags', op: 'eq', value: 'depth' };
    const { hits } = await searchBoth(fixture, question, () => ({ filter, topK: 2 }));
    assertSame(pathsOf(fixture, hits), [dredging]);
    // Twelve candidates are fewer than there are passages, and the filter's are not among the best of all.
    const retrieval = { ...showAll.retrieval, candidates: 3 };
    const narrow = await (await fixture.tested.footnote({ retrieval })).search(question, {
      collection,
      filter,
    });
    assertSame(pathsOf(fixture, narrow.hits), [dredging]);
  },

  'a filter by document lets through its passages alone': async (fixture) => {
    const { hits } = await searchBoth(fixture, question, async (place) => ({
      filter: { field: 'documentId', op: 'in', value: await idsOf(fixture, place, [radio, survey]) },
    }));
    assertSame(pathsOf(fixture, hits), [radio, survey]);
  },

  'conditions in the question narrow it': async (fixture) => {
    for (const [asked, paths] of [
      ['harbour tags:steel', [lighthouse, moorings]],
      ['harbour year:2019..2020', [lighthouse, survey]],
      ['harbour published:2021-05..2022', [moorings, radio]],
      ['harbour path:notes', ['notes/pumps.rst', salvage]],
      ['harbour -language:de team:office', [radio]],
      ['harbour title:Radio', [radio]],
    ] as const) {
      const { hits } = await searchBoth(fixture, asked, () => ({}));
      assertSame(pathsOf(fixture, hits), paths, asked);
    }
  },

  'what a filter left out is told': async (fixture) => {
    const filter: Filter = { field: 'team', op: 'eq', value: 'board' };
    const { dropped } = await searchBoth(fixture, 'bilge pump', () => ({ filter, explain: true }));
    const filtered = dropped.filter(({ explain }) => explain.droppedBy === 'filter');
    assert.ok(pathsOf(fixture, filtered).includes('notes/pumps.rst'));
  },

  'a filter that no index can hold is refused with the field in it': async (fixture) => {
    const footnote = await fixture.tested.footnote();
    for (const filter of [
      { field: 'colour', op: 'eq', value: 'red' },
      { field: 'year', op: 'eq', value: 'red' },
      { field: 'team', op: 'gte', value: true },
      { not: { field: `team' or 1=1 --`, op: 'eq', value: 'x' } },
    ] as const) {
      const refused = await refusalOf(footnote.search(question, { collection, filter }));
      assert.equal(refused, 'filter_invalid', JSON.stringify(filter));
    }
  },

  'hostile values are values': async (fixture) => {
    for (const value of [
      `' or '1'='1`,
      '*',
      '%',
      '_',
      '\\',
      '"',
      '$ne',
      '🙂',
      'harbour\u0000',
      'x'.repeat(5000),
    ]) {
      for (const filter of [
        { field: 'team', op: 'eq', value },
        { field: 'team', op: 'in', value: [value, `${value}2`] },
        { field: 'tags', op: 'eq', value },
      ] as const) {
        const { hits } = await searchBoth(fixture, question, () => ({ filter }));
        assertSame(hits, [], value.slice(0, 20));
      }
    }
  },

  'who may see some documents alone sees nothing of the others': (fixture) =>
    seesNothingOfSalvage(fixture, async (place) => ({
      documents: await idsOf(fixture, place, withoutSalvage),
    })),

  'who shares no group of a document sees nothing of it': async (fixture) => {
    await seesNothingOfSalvage(fixture, () => ({ groups: [] }));
    await seesNothingOfSalvage(fixture, () => ({ groups: ['crew', 'boar', 'board*', awkwardTeam] }));
    for (const groups of [['board'], ['crew', 'board']]) {
      const { hits } = await searchBoth(fixture, 'the anchor of the Qaravella', () => ({ groups }));
      assert.ok(pathsOf(fixture, hits).includes(salvage));
    }
    const { hits } = await searchBoth(fixture, question, async (place) => ({
      groups: ['crew'],
      documents: await idsOf(fixture, place, [salvage, radio]),
    }));
    assertSame(pathsOf(fixture, hits), [radio]);
  },

  'a project sees its documents alone; those without one are of the project named like the collection':
    async (fixture) => {
      const { hits } = await searchBoth(fixture, question, () => ({ project: collection }));
      assert.ok(pathsOf(fixture, hits).includes(moorings));
      for (const project of ['harbour', 'librar', 'library*', awkwardTeam]) {
        const none = await searchBoth(fixture, question, () => ({ project, explain: true }));
        assertSame([...none.hits, ...none.dropped], []);
      }
    },

  'who may see no document finds nothing': async (fixture) => {
    const { hits, dropped } = await searchBoth(fixture, question, () => ({ documents: [], explain: true }));
    assertSame([...hits, ...dropped], []);
  },

  'permissions and a filter hold together': async (fixture) => {
    const { hits } = await searchBoth(fixture, question, async (place) => ({
      documents: await idsOf(fixture, place, [moorings, radio]),
      filter: { field: 'team', op: 'in', value: ['harbour', 'office'] },
    }));
    assertSame(pathsOf(fixture, hits), [moorings, radio]);
  },
};
