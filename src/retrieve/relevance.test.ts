import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FusedHit } from './fuse-convex.ts';
import { coverage, measureRelevance, weighTerms } from './relevance.ts';

function candidate(cosine: number | undefined, matched: readonly string[]): FusedHit {
  return {
    chunkId: 'd.1.0',
    documentId: 'd',
    version: 1,
    score: 0,
    explain: {
      ...(cosine !== undefined && { vector: { rank: 1, score: cosine } }),
      matchedTerms: matched.map((term) => ({ term, score: 1 })),
      fusion: { method: 'convex', vector: 0, keyword: 0 },
    },
  };
}

const threshold = { minCosine: 0.4, minCoverage: 0.5, usesCosine: true };
const equal = [
  { term: 'lobster', weight: 1 },
  { term: 'claw', weight: 1 },
  { term: 'molt', weight: 2 },
];

test('a rare term weighs more than a common one, and a term in every chunk still weighs', () => {
  const [unknown, rare, common] = weighTerms(['a', 'b', 'c'], { chunks: 100, frequencies: [0, 3, 100] });
  expect(unknown?.weight).toBeGreaterThan(rare?.weight as number);
  expect(rare?.weight).toBeGreaterThan(common?.weight as number);
  expect(common?.weight).toBeGreaterThan(0);
});

test('in a collection of one chunk the terms it holds still count against one that it lacks', () => {
  const terms = weighTerms(['held', 'also', 'lacking'], { chunks: 1, frequencies: [1, 1, 0] });
  expect(coverage(terms, new Set(['held', 'also']))).toBeGreaterThan(0.5);
});

test('without statistics all terms weigh the same', () => {
  expect(weighTerms(['a', 'b'], undefined)).toEqual([
    { term: 'a', weight: 1 },
    { term: 'b', weight: 1 },
  ]);
});

test('coverage is the share of the weight, never outside [0, 1]', () => {
  expect(coverage(equal, new Set(['molt', 'other']))).toBe(0.5);
  expect(coverage([], new Set(['molt']))).toBe(0);
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(names, names, fc.nat(200), (terms, contained, chunks) => {
      const weighted = weighTerms(terms, { chunks, frequencies: terms.map((_, place) => place * 60) });
      const share = coverage(weighted, new Set(contained));
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1 + 1e-12);
    }),
  );
});

test.each([
  ['a cosine at the threshold', [candidate(0.4, [])], true],
  ['a coverage at the threshold', [candidate(0.1, ['lobster', 'claw'])], true],
  [
    'two candidates that cover it only together',
    [candidate(0.1, ['lobster']), candidate(0.1, ['claw'])],
    false,
  ],
  ['both below', [candidate(0.39, ['lobster'])], false],
  ['nothing at all', [], false],
] as const)('%s: relevant is %s', (_, candidates, relevant) => {
  expect(measureRelevance(candidates, equal, threshold).relevant).toBe(relevant);
});

test('cosines are not looked at where the embedder does not know the language', () => {
  const found = measureRelevance([candidate(0.9, ['lobster'])], equal, { ...threshold, usesCosine: false });
  expect(found).toEqual({ bestCosine: null, coverage: 0.25, relevant: false });
});

test('a threshold of 0 on coverage lets every candidate pass, but not the lack of any', () => {
  expect(measureRelevance([candidate(-0.2, [])], equal, { ...threshold, minCoverage: 0 }).relevant).toBe(
    true,
  );
  expect(measureRelevance([], equal, { ...threshold, minCoverage: 0 }).relevant).toBe(false);
});
