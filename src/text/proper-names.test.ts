import { expect, test } from 'vitest';
import { names } from './proper-names.ts';

test.each([
  ['Ask Anna Weber. Then leave.', ['Anna', 'Weber']],
  ['It was **said.** Then *it?* They left.', []],
  ['**Questions?** Contact the TA.', ['TA']],
])('a word that begins a sentence is no name, whatever marks stand between: %s', (text, expected) => {
  expect(names(text, 'en')).toEqual(expected);
});
