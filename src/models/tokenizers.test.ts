import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { expect, test } from 'vitest';
import { gptEncodings, gptTokenizer } from './tokenizers.ts';

test.each([
  ['cl100k_base', 'tiktoken is great!', 6],
  ['o200k_base', 'tiktoken is great!', 6],
  ['cl100k_base', 'お誕生日おめでとう', 9],
  ['o200k_base', 'お誕生日おめでとう', 8],
  ['cl100k_base', '', 0],
] as const)('%s counts the published tokens of %j', (encoding, text, tokens) => {
  expect(gptTokenizer(encoding).count(text)).toBe(tokens);
});

test.each(gptEncodings)('%s reads the names of control tokens as text', (encoding) => {
  expect(gptTokenizer(encoding).count('<|endoftext|>')).toBeGreaterThan(1);
});

test('counts ordinary text as the library does', () => {
  const text = 'Footnotes, 1,234 of them — “quoted” & dated 2024-05-06.\n\n  const a = b?.c;\n'.repeat(50);
  expect(gptTokenizer('cl100k_base').count(text)).toBe(countTokens(text));
});

test.each([
  ['letters', 'a'],
  ['marks of punctuation', '!?'],
  ['emoji', '👩‍👩‍👧‍👦'],
  ['line breaks', '\n'],
])('counts endless %s to within a token for each part', (_, unit) => {
  const text = unit.repeat(2000 / unit.length);
  const exact = countTokens(text);
  const counted = gptTokenizer('cl100k_base').count(text);
  expect(counted).toBeGreaterThanOrEqual(exact);
  expect(counted).toBeLessThanOrEqual(exact + text.length / 128 + 1);
});
