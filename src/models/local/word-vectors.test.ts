import { expect, test } from 'vitest';
import { englishWordVectors } from './word-vectors.ts';

const vectors = englishWordVectors();

function cosine(one: string, other: string): number {
  const [left, right] = [vectors.vectorOf(one), vectors.vectorOf(other)];
  return left?.reduce((sum, value, place) => sum + value * (right?.[place] ?? 0), 0) ?? 0;
}

test('words of like meaning are near, and others are not', () => {
  expect(cosine('king', 'king')).toBeCloseTo(1, 5);
  expect(cosine('king', 'monarch')).toBeGreaterThan(cosine('king', 'valve') + 0.3);
  expect(cosine('price', 'cost')).toBeGreaterThan(cosine('price', 'river') + 0.3);
});

test('where the files are not there, no word has a vector', () => {
  const none = englishWordVectors('/nonexistent');
  expect(none.vectorOf('king')).toBeUndefined();
});
