import { expect, test } from 'vitest';
import type { EngineIndex } from '../../contracts/engine.ts';
import type { Filter } from '../../contracts/filter.ts';
import { FootnoteError } from '../../errors.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { Stopwatch } from '../stopwatch.ts';
import { stripQuestion } from '../understand/strip-question.ts';
import { understandQuestion } from '../understand/understand-question.ts';
import { searchLegs } from './search-legs.ts';

/** An index without chunks, which may refuse every filter. */
function emptyIndex(refuses: boolean): EngineIndex {
  const search = async () => {
    if (refuses)
      throw new FootnoteError('filter_invalid', { problem: 'there is no field "year"', fields: 'none' });
    return [];
  };
  return { searchKeyword: search, searchVector: search } as unknown as EngineIndex;
}

/** An index of 100 chunks, 50 of which hold any word, among them the only one that may be seen. */
const revenueIndex = {
  searchVector: async () => [],
  searchKeyword: async () => [
    {
      chunkId: 'a.1.0',
      documentId: 'a',
      version: 1,
      score: 3,
      matchedTerms: [
        { term: 'revenu', score: 1.5 },
        { term: 'turnov', score: 0.5 },
      ],
      gramScore: 1,
    },
  ],
  termStatistics: async (terms, { filter } = {}) => ({
    chunks: filter ? 1 : 100,
    frequencies: terms.map(() => (filter ? 1 : 50)),
  }),
} as Partial<EngineIndex> as EngineIndex;

function search(
  collections: readonly { name: string; index: EngineIndex }[],
  allowed?: Filter,
  asked = 'Revenue',
  settings = { spelling: false, compounds: false },
) {
  const question = understandQuestion(stripQuestion(asked, { maxLength: 100 }), 'en');
  return searchLegs(
    question,
    {
      collections,
      allowed,
      embedding: Promise.resolve(new Float32Array(1)),
      analyser: analyser(),
      questionExpansion: { settings },
      limit: 10,
      stopwatch: new Stopwatch(),
    },
    { filter: { field: 'year', op: 'eq', value: 2022 } },
  );
}

test('of several collections the one that cannot hold a filter is named, one alone need not be', async () => {
  const contracts = { name: 'contracts', index: emptyIndex(false) };
  const notes = { name: 'notes', index: emptyIndex(true) };
  await expect(search([contracts, notes])).rejects.toMatchObject({
    code: 'filter_invalid',
    details: { problem: 'in the collection "notes" there is no field "year"', fields: 'none' },
  });
  await expect(search([notes])).rejects.toMatchObject({ details: { problem: 'there is no field "year"' } });
});

test('an engine without phrases looks for nothing in another writing', async () => {
  const index = {
    ...revenueIndex,
    searchKeyword: async ({ phrases = [] }) => {
      if (phrases.length > 0)
        throw new FootnoteError('engine_unsupported', {
          engine: 'plain',
          what: 'phrases',
          capability: 'phrases',
        });
      return [{ chunkId: 'a.1.0', documentId: 'a', version: 1, score: 3 }];
    },
  } as Partial<EngineIndex> as EngineIndex;
  const settings = { spelling: true, compounds: false };
  const found = await search([{ name: 'reports', index }], undefined, 'log in', settings);
  expect(found.hits[0]?.keyword).toHaveLength(1);
  expect(found.expansions).toEqual([]);
});

test('how common the words of a question are is asked once', async () => {
  const asked: (readonly string[])[] = [];
  const termStatistics: EngineIndex['termStatistics'] = async (terms) => {
    asked.push(terms);
    return { chunks: 100, frequencies: terms.map(() => 50) };
  };
  const collections = [{ name: 'reports', index: { ...revenueIndex, termStatistics } }];
  await search(collections, undefined, 'log in to an old app', { spelling: true, compounds: true });
  expect(asked).toEqual([['login', 'oldapp', 'log', 'old', 'app']]);
});

test('scores are those of what the caller may see: terms by their rarity there, the rest of them alike', async () => {
  const collections = [{ name: 'reports', index: revenueIndex }];
  const weightOf = async (allowed?: Filter) => (await search(collections, allowed)).terms[0]?.weight ?? 0;
  const allowed: Filter = { field: 'documentId', op: 'in', value: ['a'] };
  const factor = (await weightOf(allowed)) / (await weightOf());
  expect(factor).not.toBeCloseTo(1, 1);
  const [hit] = (await search(collections, allowed)).hits[0]?.keyword ?? [];
  expect(hit?.matchedTerms?.[0]?.score).toBeCloseTo(1.5 * factor, 12);
  expect(hit?.matchedTerms?.[1]?.score).toBeCloseTo(0.5 * factor, 12);
  expect(hit?.score).toBeCloseTo(3 * factor, 12);
  expect((await search(collections)).hits[0]?.keyword[0]?.score).toBe(3);
  expect((await search(collections, allowed, 'the')).hits[0]?.keyword[0]?.score).toBe(3);
});

test('what the words found stays in order where they are as rare as the caller may see', async () => {
  const common = { documentId: 'a', version: 1, score: 3, matchedTerms: [{ term: 'revenu', score: 3 }] };
  const rare = { documentId: 'b', version: 1, score: 2, matchedTerms: [{ term: 'turnov', score: 2 }] };
  const index = {
    ...revenueIndex,
    searchKeyword: async () => [
      { ...common, chunkId: 'a.1.0' },
      { ...rare, chunkId: 'b.1.0' },
    ],
    termStatistics: async (terms, { filter } = {}) => ({
      chunks: 100,
      frequencies: terms.map((term) => (filter && term === 'revenu' ? 90 : 5)),
    }),
  } as Partial<EngineIndex> as EngineIndex;
  const allowed: Filter = { field: 'documentId', op: 'in', value: ['a', 'b'] };
  const { hits } = await search([{ name: 'reports', index }], allowed, 'Revenue turnover');
  expect(hits[0]?.keyword.map(({ chunkId }) => chunkId)).toEqual(['b.1.0', 'a.1.0']);
});
