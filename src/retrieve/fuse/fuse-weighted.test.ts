import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EngineHit } from '../../contracts/engine.ts';
import { anyLeg, anyWeight, fuseBy, hit } from '../candidates.test-support.ts';
import { weightedFusion } from './create-fusion.ts';

function fuse(vector: EngineHit[], keyword: EngineHit[], vectorWeight: number, candidates = 100) {
  return fuseBy(weightedFusion({ vectorWeight, candidates }), vector, keyword);
}

test('brings each leg into [0, 1] by its lowest and highest', () => {
  const fused = fuse(
    [hit('a', 0.9), hit('b', 0.6), hit('c', 0.5)],
    [hit('b', 8), hit('a', 4), hit('d', 2)],
    0.4,
    3,
  );
  const scores = fused.map(({ chunkId, score }) => [chunkId, Number(score.toFixed(6))]);
  // b: .4 × .25 + .6 × 1; a: .4 × 1 + .6 × ⅓; the worst of a leg has 0 of it.
  expect(scores).toEqual([
    ['b', 0.7],
    ['a', 0.6],
    ['c', 0],
    ['d', 0],
  ]);
});

test('the worst of a keyword leg that returned all it had is better than what has no word at all', () => {
  const fused = fuse([hit('a', 0.9), hit('b', 0.5)], [hit('c', 8), hit('d', 2)], 0);
  expect(fused.map(({ chunkId, score }) => [chunkId, score])).toEqual([
    ['c', 1],
    ['d', 0.25],
    ['a', 0],
    ['b', 0],
  ]);
});

test('what is alone in its leg is the best of it', () => {
  expect(fuse([], [hit('a', 3)], 0.4)[0]?.score).toBeCloseTo(0.6, 12);
});

test('scores lie on the declared scale, and a leg that missed a candidate adds nothing', () => {
  fc.assert(
    fc.property(anyLeg, anyLeg, anyWeight, (vector, keyword, vectorWeight) => {
      for (const { candidate, score, vectorShare, keywordShare } of fuse(vector, keyword, vectorWeight)) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-12);
        if (!candidate.vector) expect(vectorShare).toBe(0);
        if (!candidate.keyword) expect(keywordShare).toBe(0);
      }
    }),
  );
});
