import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EngineHit } from '../../contracts/engine.ts';
import { anyLeg, anyWeight, fuseBy, hit } from '../candidates.test-support.ts';
import { convexFusion } from './fuse-convex.ts';

function fuse(vector: EngineHit[], keyword: EngineHit[], vectorWeight: number, candidates = 100) {
  return fuseBy(convexFusion({ vectorWeight, candidates }), vector, keyword);
}

test('weighs the z-scores of both legs over the union of their candidates', () => {
  // Vector .9, .5 and c at the leg's lowest, .5: mean 19/30, deviation .4·√2/3.
  // Keyword 8, 2 and a at the leg's lowest, 2: mean 4, deviation √8.
  const fused = fuse([hit('a', 0.9), hit('b', 0.5)], [hit('b', 8), hit('c', 2)], 0.55, 2);
  const high = 2 / Math.SQRT2;
  const low = -1 / Math.SQRT2;
  const expected = { a: 0.55 * high + 0.45 * low, b: 0.55 * low + 0.45 * high, c: 0.55 * low + 0.45 * low };
  expect(fused.map(({ chunkId }) => chunkId)).toEqual(['a', 'b', 'c']);
  for (const { chunkId, score } of fused) expect(score).toBeCloseTo(expected[chunkId as 'a'], 12);
});

test('the only passage with a word of the question is ahead of those with none', () => {
  const vector = [hit('a', 0.51), hit('b', 0.5), hit('c', 0.49)];
  expect(fuse(vector, [hit('c', 7)], 0.1)[0]?.chunkId).toBe('c');
});

function lowestOf(hits: EngineHit[]): number {
  return Math.min(...hits.map(({ score }) => score));
}

/** The definition, written out without regard to cost. */
function naive(
  vector: EngineHit[],
  keyword: EngineHit[],
  vectorWeight: number,
  candidates: number,
): Map<string, number> {
  const ids = [...new Set([...vector, ...keyword].map(({ chunkId }) => chunkId))];
  const standardised = (hits: EngineHit[], missed: number) => {
    const all = ids.map((id) => hits.find(({ chunkId }) => chunkId === id)?.score ?? missed);
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    const deviation = Math.sqrt(all.reduce((a, b) => a + (b - mean) ** 2, 0) / all.length);
    return all.map((score) =>
      hits.length === 0 || new Set(all).size === 1 ? 0 : (score - mean) / deviation,
    );
  };
  const v = standardised(vector, lowestOf(vector));
  const k = standardised(keyword, keyword.length < candidates ? 0 : lowestOf(keyword));
  return new Map(
    ids.map((id, i) => [id, vectorWeight * (v[i] as number) + (1 - vectorWeight) * (k[i] as number)]),
  );
}

test('agrees with the naive definition', () => {
  fc.assert(
    fc.property(anyLeg, anyLeg, anyWeight, fc.boolean(), (vector, keyword, vectorWeight, isCut) => {
      const candidates = isCut ? Math.max(vector.length, keyword.length) : 100;
      const expected = naive(vector, keyword, vectorWeight, candidates);
      const fused = fuse(vector, keyword, vectorWeight, candidates);
      expect(fused.length).toBe(expected.size);
      for (const { chunkId, score } of fused) expect(score).toBeCloseTo(expected.get(chunkId) as number, 9);
    }),
  );
});
