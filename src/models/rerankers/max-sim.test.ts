import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matrixBytes, nearestCosines, quantiseTokens } from './max-sim.ts';

const dimension = 16;

/** Some row-major vectors of unit length. */
const unitVectors = fc
  .array(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: dimension, maxLength: dimension }), {
    minLength: 1,
    maxLength: 11,
  })
  .map((rows) =>
    Float32Array.from(rows.flatMap((row) => row.map((value) => value / (Math.hypot(...row) || 1)))),
  );

const rowsOf = (vectors: Float32Array): readonly Float32Array[] =>
  Array.from({ length: vectors.length / dimension }, (_, row) =>
    vectors.subarray(row * dimension, (row + 1) * dimension),
  );

const product = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

/** The definition, in full precision. */
function naiveCosines(question: Float32Array, passage: Float32Array): number[] {
  return rowsOf(question).map((asked) => Math.max(...rowsOf(passage).map((token) => product(asked, token))));
}

const found = (question: Float32Array, passage: Float32Array): number[] =>
  Array.from(nearestCosines(quantiseTokens(question, dimension), quantiseTokens(passage, dimension)));

test('is the nearest cosine of each token, to within what 8 bits lose', () => {
  fc.assert(
    fc.property(unitVectors, unitVectors, (question, passage) => {
      const naive = naiveCosines(question, passage);
      expect(found(question, passage)).toEqual(naive.map((cosine) => expect.closeTo(cosine, 1.5)));
      expect(matrixBytes(quantiseTokens(passage, dimension))).toBe((passage.length / dimension) * 20);
    }),
  );
});

test('a passage without tokens is near to none, and a question without any has no cosines', () => {
  const some = new Float32Array(dimension).fill(0.25);
  expect(found(some, new Float32Array(0))).toEqual([0]);
  expect(found(new Float32Array(0), some)).toEqual([]);
});
