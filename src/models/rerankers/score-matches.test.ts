import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreMatches } from './score-matches.ts';

const scoresOf = (cosines: readonly (readonly number[])[]) =>
  scoreMatches(cosines.map((candidate) => Float32Array.from(candidate)));

test('a token that every candidate has weighs nothing', () => {
  const scores = scoresOf([
    [1, 0.5],
    [1, 0.25],
  ]);
  expect(scores).toEqual([0.5 ** 4, 0.25 ** 4]);
});

test('of two tokens the rarer decides', () => {
  // Means 0.75 and 0.25: weights 1/16 and 9/16.
  const scores = scoresOf([
    [1, 0],
    [0.5, 0.5],
  ]);
  expect(scores).toEqual([1 / 10, 0.1 * 0.5 ** 4 + 0.9 * 0.5 ** 4]);
});

test('one near match is worth more than two faint ones', () => {
  const [near = 0, faint = 0] = scoresOf([
    [1, 0],
    [0.5, 0.5],
    [0, 1],
  ]);
  expect(near).toBeGreaterThan(faint);
});

test('a candidate that is nowhere further away is nowhere behind, and every score is in [0, 1]', () => {
  const cosine = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(cosine, cosine), { minLength: 1, maxLength: 9 }), (tokens) => {
      const near = tokens.map(([a, b]) => Math.max(a, b));
      const far = tokens.map(([a, b]) => Math.min(a, b));
      const [better = -1, worse = -1] = scoresOf([near, far]);
      expect(better).toBeGreaterThanOrEqual(worse - 1e-9);
      expect(worse).toBeGreaterThanOrEqual(0);
      expect(better).toBeLessThanOrEqual(1 + 1e-6);
    }),
  );
});

test('without tokens, or where all are found exactly, nobody is better', () => {
  expect(scoresOf([[], []])).toEqual([0, 0]);
  expect(scoresOf([[1], [1]])).toEqual([0, 0]);
  expect(scoresOf([])).toEqual([]);
});
