import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLeg, candidatesOf, hit } from './candidates.test-support.ts';
import { nearCandidates } from './near-candidates.ts';

test('keeps exactly what the vector leg found from the cosine on, and all that the keyword leg found', () => {
  fc.assert(
    fc.property(anyLeg, anyLeg, (vector, keyword) => {
      const found = candidatesOf(vector, keyword);
      const near = nearCandidates(found, 6);
      expect(near.filter((one) => one.vector).map(({ chunkId }) => chunkId)).toEqual(
        vector.filter(({ score }) => score >= 6).map(({ chunkId }) => chunkId),
      );
      const byWords = (some: typeof near) => some.filter((one) => one.keyword);
      expect(byWords(near)).toEqual(
        byWords(found).map((one) => ({ ...one, vector: (one.vector?.score ?? 0) < 6 ? null : one.vector })),
      );
      expect(near.every((one) => one.vector || one.keyword)).toBe(true);
    }),
  );
});

test('0 leaves out nothing', () => {
  const found = candidatesOf([hit('opposite', -0.5)], []);
  expect(nearCandidates(found, 0)).toBe(found);
});
