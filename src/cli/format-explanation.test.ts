import { expect, test } from 'vitest';
import { formatExplanation } from './format-explanation.ts';
import { hit, question } from './made-up-hit.test-support.ts';

test('the keyword score is told in the words of the question, and what parts of words made of it', () => {
  const lines = formatExplanation(hit, question, 2, (_, text) => text);
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'vector ██████░░░░░░ +1.000 not found by this leg',
    'keyword ████████████ +2.000 rank 1, BM25 6.50: digital 4.0, parts of words 2.5',
  ]);
});
