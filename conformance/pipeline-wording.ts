import assert from 'node:assert/strict';
import type { Hit, SearchResult } from '../src/retrieve/hit.ts';
import { assertSame } from './assertions.ts';
import type { PipelineFixture, PipelineTests } from './pipeline.ts';
import { assertSameSearch } from './pipeline-comparison.ts';
import { type PipelinePlace, showAll } from './pipeline-place.ts';

const collection = 'library';

/** The same search on both engines, which must have come to the same. */
async function searchBoth(fixture: PipelineFixture, question: string): Promise<SearchResult> {
  const search = async (place: PipelinePlace) =>
    (await place.footnote(showAll)).search(question, { collection });
  const [actual, expected] = [await search(fixture.tested), await search(fixture.embedded)];
  assertSameSearch({ actual, expected }, fixture, question);
  return actual;
}

const fileOf = ({ path }: Hit) => path.split('/').at(-1);

/** Whether the core can list the terms of the index: it has those of an index of its own, or the store's. */
async function listsTerms({ tested }: PipelineFixture): Promise<boolean> {
  const engine = await tested.engine();
  const spec = [...tested.specs.values()].find((one) => one.collection === collection);
  if (engine === undefined || spec === undefined) return true;
  try {
    const store = await engine.open(spec);
    return store.keywords !== undefined || store.terms === undefined || store.terms.vocabulary !== undefined;
  } finally {
    await engine.close();
  }
}

/** Tests about the words of questions. */
export const wordingPipelineTests: PipelineTests = {
  'a phrase in quotation marks comes first, and is all that is found where nothing else is asked': async (
    fixture,
  ) => {
    const { hits } = await searchBoth(fixture, '"distress channel" duty');
    assert.ok(hits[0]?.content.includes('The distress channel is channel sixteen.'));
    const alone = await searchBoth(fixture, '"distress channel"');
    assertSame(alone.hits.map(fileOf), ['radio.md']);
    // Both words, but not side by side in this order.
    const apart = await searchBoth(fixture, '"channel distress"');
    assert.ok(apart.warnings.some((warning) => warning.includes('“channel distress”')));
  },

  'a phrase is found in titles and headings as well': async (fixture) => {
    const { hits } = await searchBoth(fixture, '"fire pumps"');
    assertSame(hits.map(fileOf), ['pumps.rst']);
    assert.equal(hits[0]?.headingPath.at(-1), 'Fire pumps');
  },

  'a word that no document has is looked for in the spelling that one has': async (fixture) => {
    if (!(await listsTerms(fixture))) return assertSaid(fixture, 'lighthuose');
    const { hits, question } = await searchBoth(fixture, 'lighthuose keeper');
    assert.equal(fileOf(hits[0] as Hit), 'lighthouse.md');
    assert.ok(question.expansions.some(({ kind, from }) => kind === 'spelling' && from === 'lighthuose'));
    assert.ok(hits[0]?.explain.matchedTerms.some(({ term }) => term.startsWith('lighthous')));
  },

  'a German word finds the compounds that end in it': async (fixture) => {
    if (!(await listsTerms(fixture))) return assertSaid(fixture, 'Türschlüssel');
    const { hits, question } = await searchBoth(fixture, 'Wo liegt der Türschlüssel beim Hafenmeister?');
    assert.equal(fileOf(hits[0] as Hit), 'schluessel.md');
    assert.ok(question.expansions.some(({ kind }) => kind === 'compound' || kind === 'spelling'));
  },

  'words count by how rare they are': async (fixture) => {
    const { question } = await searchBoth(fixture, 'bilge pump harbour');
    const weights = new Map(question.terms.map(({ term, weight }) => [term, weight]));
    assert.ok((weights.get('bilg') ?? 0) > 0, [...weights.keys()].join());
    assert.equal(weights.size, 3);
  },

  'a word that no document has is told': async (fixture) => {
    const { question } = await searchBoth(fixture, 'bilge pump zeppelin');
    const absent = question.terms.filter((term) => term.absent).map(({ term }) => term);
    assertSame(absent, ['zeppelin']);
  },

  'numbers, dates and identifiers are found as they are written': async (fixture) => {
    for (const [question, file] of [
      ['7.5 metres', 'dredging.csv'],
      ['11,25', 'dredging.csv'],
      ['autumn of 1987', 'lighthouse.md'],
    ] as const) {
      const { hits } = await searchBoth(fixture, question);
      assert.equal(fileOf(hits[0] as Hit), file, question);
    }
  },

  'a question of hostile characters is answered like any other': async (fixture) => {
    for (const question of [
      `'; DROP TABLE chunks; --`,
      'bilge\u0000pump',
      '}) MATCH (n) DETACH DELETE n //',
      '+pump -bilge && (a OR b) ~2 ^4 \\',
      '{"$where": "pump"}',
      'pump '.repeat(400),
    ])
      await searchBoth(fixture, question);
    const { hits } = await searchBoth(fixture, 'bilge pump');
    assert.ok(hits.length > 20);
  },
};

/** What cannot be corrected is searched for as it is, and a warning says that it cannot. */
async function assertSaid({ tested }: PipelineFixture, word: string): Promise<void> {
  const { question, warnings } = await (await tested.footnote(showAll)).search(`${word} keeper`, {
    collection,
  });
  assertSame(question.expansions, []);
  assert.ok(warnings.length > 0, `nothing says that "${word}" is not corrected`);
}
