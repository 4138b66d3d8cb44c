import { expect, test } from 'vitest';
import { matrixBytes, quantiseTokens, type TokenMatrix } from './max-sim.ts';
import { TokenCache } from './token-cache.ts';

/** A matrix of so many tokens, 12 bytes each. */
const matrix = (tokens: number): TokenMatrix => quantiseTokens(new Float32Array(tokens * 8).fill(0.5), 8);
const bytesOf = (tokens: number) => matrixBytes(matrix(tokens));

test('gives back what was put, for the same text only', () => {
  const cache = new TokenCache(1000);
  const kept = matrix(3);
  cache.put('one', kept);
  expect(cache.find('one')).toBe(kept);
  expect(cache.find('One')).toBeUndefined();
});

test('loses what was not used for longest, and never holds more than its limit', () => {
  const cache = new TokenCache(bytesOf(10));
  for (const text of ['a', 'b', 'c']) cache.put(text, matrix(3));
  cache.find('a');
  cache.put('d', matrix(3));
  expect(['a', 'b', 'c', 'd'].map((text) => cache.find(text) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(cache.bytes).toBe(bytesOf(9));
  cache.put('large', matrix(8));
  expect(['a', 'c', 'd', 'large'].filter((text) => cache.find(text))).toEqual(['large']);
  expect(cache.bytes).toBe(bytesOf(8));
});

test('counts a text that is put again once, and does not hold what is larger than all its room', () => {
  const cache = new TokenCache(bytesOf(4));
  cache.put('a', matrix(2));
  cache.put('a', matrix(3));
  expect(cache.bytes).toBe(bytesOf(3));
  cache.put('b', matrix(5));
  expect(cache.find('b')).toBeUndefined();
  expect(cache.find('a')?.tokens).toBe(3);
});
