import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLeg, hit } from './candidates.test-support.ts';
import { nearHits } from './near-hits.ts';

const minCosine = 0.6;

test('keeps exactly the vector hits that reach the cosine', () => {
  fc.assert(
    fc.property(fc.array(anyLeg, { maxLength: 3 }), (legs) => {
      const found = legs.map((leg, place) => {
        const vector = leg.map((one) => ({ ...one, score: one.score / 10 }));
        return { collection: `c${place}`, vector, keyword: [hit('word', 3)] };
      });
      const near = nearHits(found, minCosine);
      const all = found.flatMap(({ vector }) => vector);
      expect(near.flatMap(({ vector }) => vector)).toEqual(all.filter(({ score }) => score >= minCosine));
      expect(near.map(({ keyword }) => keyword)).toEqual(found.map(({ keyword }) => keyword));
    }),
  );
});

test('0 leaves out nothing', () => {
  const found = [{ collection: 'c', vector: [hit('opposite', -0.5)], keyword: [] }];
  expect(nearHits(found, 0)).toEqual(found);
});
