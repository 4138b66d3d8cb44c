import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matrixBytes, maxSim, quantiseTokens } from './max-sim.ts';

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
function naiveMaxSim(question: Float32Array, passage: Float32Array): number {
  const nearest = rowsOf(question).map((asked) =>
    Math.max(...rowsOf(passage).map((token) => product(asked, token))),
  );
  return nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
}

test('is the mean of the nearest cosines, to within what 8 bits lose', () => {
  fc.assert(
    fc.property(unitVectors, unitVectors, (question, passage) => {
      const found = maxSim(quantiseTokens(question, dimension), quantiseTokens(passage, dimension));
      expect(found).toBeCloseTo(naiveMaxSim(question, passage), 1.5);
      expect(matrixBytes(quantiseTokens(passage, dimension))).toBe((passage.length / dimension) * 20);
    }),
  );
});

test('a passage that holds the question is found to hold it', () => {
  fc.assert(
    fc.property(unitVectors, unitVectors, (question, more) => {
      const isWhole = rowsOf(question).every((row) => Math.hypot(...row) > 0.5);
      fc.pre(isWhole);
      const passage = Float32Array.from([...more, ...question]);
      expect(maxSim(quantiseTokens(question, dimension), quantiseTokens(passage, dimension))).toBeCloseTo(
        1,
        1,
      );
    }),
  );
});

test('a text without tokens is like none', () => {
  const some = quantiseTokens(new Float32Array(dimension).fill(0.25), dimension);
  const none = quantiseTokens(new Float32Array(0), dimension);
  expect(maxSim(none, some)).toBe(0);
  expect(maxSim(some, none)).toBe(0);
});
