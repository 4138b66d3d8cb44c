import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { largest, quantise } from './quantise.ts';

const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 13 })
  .map((numbers) => Float32Array.from(numbers));

test('quantises vectors of any length to the nearest whole numbers, where they belong', () => {
  fc.assert(
    fc.property(vector, fc.nat(5), (vector, start) => {
      const target = new Int8Array(start + vector.length + 1).fill(5);
      quantise(vector, 126.5, target, start);
      const before = Array.from({ length: start }, () => 5);
      const expected = Array.from(vector, (number) => Math.round(number * 126.5) || 0);
      expect([...target]).toEqual([...before, ...expected, 5]);
    }),
  );
});

test('finds the largest absolute value of a vector of any length', () => {
  fc.assert(
    fc.property(vector, (vector) => {
      expect(largest(vector)).toBe(Math.max(0, ...Array.from(vector, Math.abs)));
    }),
  );
});
