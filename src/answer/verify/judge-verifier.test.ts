import { expect, test } from 'vitest';
import { readVerdict } from './judge-verifier.ts';

test.each([
  ['supported', 'supported'],
  ['Partial.', 'partial'],
  ['“UNSUPPORTED”', 'unsupported'],
  [' **supported**.\n', 'supported'],
  ['`partial`', 'partial'],
])('%j is a verdict', (reply, verdict) => {
  expect(readVerdict(reply)).toBe(verdict);
});

test.each([
  'yes',
  '',
  'not supported',
  'supported, I think',
  'supported\nunsupported',
  'Verdict: supported',
  '{"verdict":"supported"}',
  'supporteds',
])('%j is none', (reply) => {
  expect(readVerdict(reply)).toBeUndefined();
});
