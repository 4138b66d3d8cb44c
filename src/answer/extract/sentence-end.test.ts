import { expect, test } from 'vitest';
import { endsQuestion, endsSentence } from './sentence-end.ts';

test.each([
  ['Rain fell.', true],
  ['“Rain **fell.**”', true],
  ['Rain fell.¹', true],
  ['Rain fell.[2][^3]', true],
  ['Rain [2]', false],
  ['12 m²', false],
])('%s ends a sentence: %s', (text, ends) => {
  expect(endsSentence(text)).toBe(ends);
});

test('a question ends before the marks of its footnotes', () => {
  expect(endsQuestion('Did rain fall?¹')).toBe(true);
});
