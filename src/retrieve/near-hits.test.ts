import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLeg, hit } from './candidates.test-support.ts';
import { nearHits } from './near-hits.ts';

const minCosine = 0.6;

const best = (scores: readonly number[]) => (scores.length === 0 ? null : Math.max(...scores));

test('keeps exactly the vector hits that reach the cosine, and tells the best of the others', () => {
  fc.assert(
    fc.property(fc.array(anyLeg, { maxLength: 3 }), (legs) => {
      const found = legs.map((leg, place) => {
        const vector = leg.map((one) => ({ ...one, score: one.score / 10 }));
        return { collection: `c${place}`, vector, keyword: [hit('word', 3)] };
      });
      const { near, bestCosineLeftOut } = nearHits(found, minCosine);
      const all = found.flatMap(({ vector }) => vector);
      expect(near.flatMap(({ vector }) => vector)).toEqual(all.filter(({ score }) => score >= minCosine));
      expect(near.map(({ keyword }) => keyword)).toEqual(found.map(({ keyword }) => keyword));
      const others = all.filter(({ score }) => score < minCosine).map(({ score }) => score);
      expect(bestCosineLeftOut).toBe(best(others));
    }),
  );
});

test('0 leaves out nothing', () => {
  const found = [{ collection: 'c', vector: [hit('opposite', -0.5)], keyword: [] }];
  expect(nearHits(found, 0)).toEqual({ near: found, bestCosineLeftOut: null });
});
