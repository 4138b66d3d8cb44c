import { expect, test } from 'vitest';
import type { WordVectors } from '../../contracts/embedder.ts';
import { wordLikeness } from './unit-features.ts';

/** Three directions: rulers, ruling, water. */
const directions: Readonly<Record<string, readonly number[]>> = {
  king: [1, 0, 0],
  monarch: [0.8, 0, 0.6],
  ruled: [0, 1, 0],
  reigned: [0, 1, 0],
  river: [0, 0, 1],
};
const vectors: WordVectors = {
  language: 'en',
  vectorOf: (word) => directions[word] && Float32Array.from(directions[word]),
};

/** As an analyser does: the plural counts as the singular. */
const stemOf = (word: string) => word.replace(/s$/, '');

const likeness = (question: string, ...texts: string[]) =>
  wordLikeness(question, 'en', texts, vectors, stemOf);

test('a text is as near as the nearest of its words to each of the question', () => {
  const [near, far] = likeness('Which king ruled?', 'The monarch reigned.', 'The river.');
  expect(near?.alignment).toBeCloseTo((0.8 + 1) / 2, 5);
  expect(near?.leastAligned).toBeCloseTo(0.8, 5);
  expect(far?.alignment).toBe(0);
  expect(near?.sameSubject).toBeGreaterThan(far?.sameSubject ?? 1);
});

test('a word that all texts have counts less than one that tells them apart', () => {
  const [ruled, river] = likeness(
    'king ruled river',
    'The king ruled.',
    'The king and the river.',
    'A king.',
  );
  const [alone] = likeness('king ruled river', 'The king ruled.');
  expect(alone?.alignment).toBeLessThan(2 / 3);
  expect(ruled?.alignment).toBeLessThan(2 / 3);
  expect(river?.alignment).toBeCloseTo(ruled?.alignment ?? 0, 5);
});

test('a word without a vector is near to itself alone', () => {
  const [same, other] = likeness('the KX-204', 'KX and 204', 'KY and 205');
  expect(same?.alignment).toBeCloseTo(1, 5);
  expect(other?.alignment).toBe(0);
});

test('nothing is near in a language without vectors', () => {
  expect(wordLikeness('Which king ruled?', 'de', ['The king ruled.'], vectors, stemOf)[0]?.alignment).toBe(0);
});
