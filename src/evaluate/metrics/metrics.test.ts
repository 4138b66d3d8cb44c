import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsAnswer } from './answer-containment.ts';
import { ndcg } from './ndcg.ts';
import { recall } from './recall.ts';
import { reciprocalRank } from './reciprocal-rank.ts';

const judgements = new Map([
  ['a', 3],
  ['b', 2],
  ['c', 1],
  ['z', 0],
]);

describe('ndcg', () => {
  test('is the hand-computed ratio of discounted gains', () => {
    // Found: c at 1 (1/1), a at 3 (3/2); ideal: 3/1 + 2/log2(3) + 1/2.
    expect(ndcg(['c', 'x', 'a'], judgements, 10)).toBeCloseTo(2.5 / (3 + 2 / Math.log2(3) + 0.5), 12);
  });
  test('cuts both the ranking and the ideal at k', () => {
    // Ideal at 1 is 3/1.
    expect(ndcg(['b', 'a'], judgements, 1)).toBeCloseTo(2 / 3, 12);
  });
  test('is 1 for the ideal order, 0 without results and 0 without relevant documents', () => {
    expect(ndcg(['a', 'b', 'c', 'z'], judgements, 10)).toBe(1);
    expect(ndcg([], judgements, 10)).toBe(0);
    expect(ndcg(['z'], new Map([['z', 0]]), 10)).toBe(0);
  });
  test('stays in [0, 1] and never falls when a better document moves up', () => {
    const ids = ['a', 'b', 'c', 'z', 'x', 'y'];
    fc.assert(
      fc.property(fc.shuffledSubarray(ids), fc.integer({ min: 1, max: 7 }), (ranking, k) => {
        const value = ndcg(ranking, judgements, k);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
        const sorted = ranking.toSorted((a, b) => (judgements.get(b) ?? 0) - (judgements.get(a) ?? 0));
        expect(ndcg(sorted, judgements, k)).toBeGreaterThanOrEqual(value - 1e-12);
      }),
    );
  });
});

describe('recall', () => {
  test('counts relevant documents among the first k', () => {
    expect(recall(['x', 'a', 'z', 'b'], judgements, 2)).toBeCloseTo(1 / 3, 12);
    expect(recall(['x', 'a', 'z', 'b'], judgements, 4)).toBeCloseTo(2 / 3, 12);
  });
  test('is 0 without relevant documents', () => {
    expect(recall(['z'], new Map([['z', 0]]), 5)).toBe(0);
  });
});

describe('reciprocalRank', () => {
  test('is one over the first relevant place within k', () => {
    expect(reciprocalRank(['x', 'z', 'b', 'a'], judgements, 10)).toBeCloseTo(1 / 3, 12);
    expect(reciprocalRank(['x', 'z', 'b', 'a'], judgements, 2)).toBe(0);
  });
});

describe('containsAnswer', () => {
  test('ignores case, punctuation and articles', () => {
    expect(containsAnswer('It was the “Warsaw” Uprising.', ['a Warsaw uprising'])).toBe(true);
    expect(containsAnswer('It cost $1,234.', ['1234'])).toBe(true);
  });
  test('wants whole words, and an answer that is only punctuation is no answer', () => {
    expect(containsAnswer('It lasted 163 days.', ['63'])).toBe(false);
    expect(containsAnswer('Anything.', ['.'])).toBe(false);
  });
});
