import { expect, test } from 'vitest';
import { meanVector, unitVector } from './embedding.ts';

test('a vector is scaled to length one', () => {
  expect(Array.from(unitVector([3, 4], 2, 'x'))).toEqual([Math.fround(0.6), Math.fround(0.8)]);
});

test.for([
  [[1, 2], 'it has 2 numbers instead of 3'],
  [[1, Number.NaN, 2], 'it has numbers that are not finite'],
  [[1, Number.POSITIVE_INFINITY, 2], 'it has numbers that are not finite'],
  [[0, 0, 0], 'all its numbers are zero'],
] as const)('%j is refused', ([values, problem]) => {
  expect(() => unitVector(values, 3, 'page 4')).toThrow(
    expect.objectContaining({ code: 'vector_invalid', details: { subject: 'page 4', problem } }),
  );
});

test.for([
  [[1, 2], {}],
  [[0, 0, 0], { position: 7 }],
] as const)('of %j the text is to blame only where its length is right', ([values, place]) => {
  expect(() => unitVector(values, 3, 'page 4', 7)).toThrow(
    expect.objectContaining({ details: { subject: 'page 4', problem: expect.any(String), ...place } }),
  );
});

test('the mean of unit vectors points between them', () => {
  const mean = meanVector([Float32Array.of(1, 0), Float32Array.of(0, 1)], 'x');
  expect(Array.from(mean)).toEqual([Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)]);
});

test('opposite vectors have no mean', () => {
  expect(() => meanVector([Float32Array.of(1, 0), Float32Array.of(-1, 0)], 'x')).toThrow(/zero/);
});
