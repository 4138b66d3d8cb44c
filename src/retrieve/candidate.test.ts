import { expect, test } from 'vitest';
import { joinLegs } from './candidate.ts';
import { hit, legs } from './candidates.test-support.ts';

test('a chunk that both legs found is one candidate with its place in each', () => {
  const terms = [{ term: 'claw', score: 4 }];
  const candidates = joinLegs(
    legs(
      [hit('a', 0.9), hit('b', 0.5)],
      [hit('c', 9), { ...hit('a', 4), matchedTerms: terms, gramScore: 2 }],
    ),
    10,
  );
  expect(candidates).toMatchObject([
    {
      chunkId: 'a',
      vector: { rank: 1, score: 0.9 },
      keyword: { rank: 2, score: 4 },
      matchedTerms: terms,
      gramScore: 2,
    },
    { chunkId: 'b', vector: { rank: 2, score: 0.5 }, keyword: null, matchedTerms: [], gramScore: 0 },
    { chunkId: 'c', vector: null, keyword: { rank: 1, score: 9 } },
  ]);
});

test('hits of several collections are ranked together, and the best of a leg count', () => {
  const candidates = joinLegs(
    [
      { collection: 'laws', vector: [hit('l1', 0.8), hit('l2', 0.3)], keyword: [] },
      { collection: 'news', vector: [hit('n1', 0.9), hit('n2', 0.8)], keyword: [hit('n3', 1)] },
    ],
    3,
  );
  expect(
    candidates.map(({ collection, chunkId, vector, keyword }) => [
      collection,
      chunkId,
      vector?.rank,
      keyword?.rank,
    ]),
  ).toEqual([
    ['news', 'n1', 1, undefined],
    ['laws', 'l1', 2, undefined],
    ['news', 'n2', 3, undefined],
    ['news', 'n3', undefined, 1],
  ]);
});
