import { expect, test } from 'vitest';
import type { EngineHit, KeywordQuery, SearchIndex } from '../../contracts/engine.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { Vocabulary } from '../terms/vocabulary.ts';
import { bestOf, searchOtherWritings } from './search-other-writings.ts';

const hit = (chunkId: string, score: number, terms: readonly string[]): EngineHit => ({
  chunkId,
  documentId: chunkId,
  version: 1,
  score,
  matchedTerms: terms.map((term) => ({ term, score: score / terms.length })),
});

/** Lists no terms. */
const noWords = { similarTerms: async () => [], longerTerms: async () => [] };

const query: KeywordQuery = { text: 'time out of a gateway', language: 'en', limit: 10 };

/** What a chunk with `timeout` scores, of an index of 1000 chunks in which the terms are as common as said. */
async function scoreOf(frequencies: Readonly<Record<string, number>>): Promise<number | undefined> {
  const asked: KeywordQuery[] = [];
  const search: SearchIndex['keywords']['search'] = async (asking: KeywordQuery) => {
    asked.push(asking);
    return [hit('a', 10, ['timeout', 'gatewai'])];
  };
  const index = { keywords: { search } } as Partial<Record<keyof SearchIndex, unknown>> as SearchIndex;
  const vocabulary = new Vocabulary({
    ...noWords,
    statistics: async (terms: readonly string[]) => {
      return { chunks: 1000, frequencies: terms.map((term) => frequencies[term] ?? 0) };
    },
  });
  const writings = [{ from: 'time out', written: 'timeout' }];
  const [found] = await searchOtherWritings(writings, { index, vocabulary, query, analyser: analyser() });
  expect(asked[0]).toMatchObject({ text: expect.stringContaining(' timeout '), phrases: ['timeout'] });
  expect(found?.expansions).toEqual([
    { kind: 'writing', from: 'time out', standsFor: ['time', 'out'], term: 'timeout', weight: 1 },
  ]);
  return found?.hits[0]?.score;
}

test('a writing counts as many words as it stands for, a little less than these', async () => {
  expect(await scoreOf({ time: 20, out: 20, timeout: 20 })).toBeCloseTo(0.9 * (2 * 5 + 5), 12);
});

test('a rare writing of common words counts as these do', async () => {
  const score = (await scoreOf({ time: 300, out: 300, timeout: 3 })) ?? 0;
  expect(score).toBeGreaterThan(0.9 * 5);
  expect(score).toBeLessThan(0.9 * (5 + 5));
});

test('pieces that the question has as well stand for the whole of them', async () => {
  const index = { keywords: { search: async () => [hit('a', 10, ['230', 'c'])] } } as Partial<
    Record<keyof SearchIndex, unknown>
  > as SearchIndex;
  const vocabulary = new Vocabulary({
    ...noWords,
    statistics: async (terms) => ({ chunks: 9, frequencies: terms.map(() => 1) }),
  });
  const [found] = await searchOtherWritings([{ from: '230C', written: '230 C' }], {
    index,
    vocabulary,
    query: { text: '230C', language: 'en', limit: 10 },
    analyser: analyser(),
  });
  expect(found?.expansions.map(({ term, standsFor, weight }) => ({ term, standsFor, weight }))).toEqual([
    { term: '230', standsFor: ['230c'], weight: 0.5 },
    { term: 'c', standsFor: ['230c'], weight: 0.5 },
  ]);
});

test('of what several searches found each chunk is there once, as it scored best', () => {
  const found = bestOf(
    [
      [hit('a', 1, ['x']), hit('b', 3, ['x'])],
      [hit('a', 4, ['y']), hit('c', 2, ['y'])],
    ],
    2,
  );
  expect(found.map(({ chunkId, score }) => [chunkId, score])).toEqual([
    ['a', 4],
    ['b', 3],
  ]);
});
