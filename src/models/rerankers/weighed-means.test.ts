import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { weighedMeans } from './weighed-means.ts';

const scoresOf = (cosines: readonly (readonly number[])[]) =>
  weighedMeans(cosines.map((candidate) => Float32Array.from(candidate)));

test('a token that every candidate has weighs nothing', () => {
  expect(
    scoresOf([
      [1, 0.5],
      [1, 0.25],
    ]),
  ).toEqual([0.5, 0.25]);
});

test('of two tokens the rarer decides', () => {
  // Means .9 and .3: weights .01 and .49.
  const [common = 0, rare = 0] = scoresOf([
    [1, 0.2],
    [0.8, 0.4],
  ]);
  expect(common).toBeCloseTo((0.01 * 1 + 0.49 * 0.2) / 0.5, 5);
  expect(rare).toBeCloseTo((0.01 * 0.8 + 0.49 * 0.4) / 0.5, 5);
});

test('a candidate that is nowhere further away is nowhere behind, and no score leaves the range of its cosines', () => {
  const cosine = fc.double({ min: -1, max: 1, noNaN: true });
  const pair = fc.tuple(cosine, cosine);
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 9 }), (tokens) => {
      const near = tokens.map(([a, b]) => Math.max(a, b));
      const far = tokens.map(([a, b]) => Math.min(a, b));
      const [better = 0, worse = 0] = scoresOf([near, far]);
      expect(better).toBeGreaterThanOrEqual(worse - 1e-9);
      expect(better).toBeLessThanOrEqual(Math.max(0, ...near) + 1e-6);
    }),
  );
});

test('without tokens, or where all are found exactly, nobody is better', () => {
  expect(scoresOf([[], []])).toEqual([0, 0]);
  expect(scoresOf([[1], [1]])).toEqual([0, 0]);
  expect(scoresOf([])).toEqual([]);
});
