import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLeg, fuseBy, hit } from '../candidates.test-support.ts';
import { rrfFusion } from './fuse-rrf.ts';

test('A4: adds the reciprocal ranks of both legs', () => {
  const vector = [hit('Doc_A', 0.9), hit('Doc_B', 0.8), hit('Doc_C', 0.7)];
  const keyword = [hit('Doc_A', 9), hit('Doc_C', 8), hit('Doc_D', 7)];
  const fused = fuseBy(rrfFusion({ k: 60 }), vector, keyword);
  expect(fused.map(({ chunkId, score }) => [chunkId, score.toFixed(4)])).toEqual([
    ['Doc_A', '0.0328'],
    ['Doc_C', '0.0320'],
    ['Doc_B', '0.0161'],
    ['Doc_D', '0.0159'],
  ]);
});

test('scores depend on ranks alone and lie on the declared scale', () => {
  fc.assert(
    fc.property(anyLeg, anyLeg, fc.nat(1000), (vector, keyword, k) => {
      const { scale } = rrfFusion({ k });
      for (const { chunkId: id, score } of fuseBy(rrfFusion({ k }), vector, keyword)) {
        const rank = (leg: typeof vector) => leg.findIndex(({ chunkId }) => chunkId === id) + 1;
        const expected = [rank(vector), rank(keyword)]
          .filter((place) => place > 0)
          .reduce((sum, place) => sum + 1 / (k + place), 0);
        expect(score).toBeCloseTo(expected, 12);
        expect(score).toBeLessThanOrEqual((scale?.highest ?? 0) + 1e-12);
        expect(score).toBeGreaterThan(scale?.lowest ?? 0);
      }
    }),
  );
});
