import { expect, test } from 'vitest';
import { fourLetterTokens, parse } from './made-up-documents.test-support.ts';
import { tokenChunker } from './token-chunker.ts';

test('every chunk but the last is full, and repeats the end of the one before', async () => {
  const words = Array.from({ length: 100 }, (_, place) => `w${place}`);
  const document = await parse(words.join(' '), 'a.txt');
  const chunker = tokenChunker({ maxTokens: 40, overlapTokens: 10, tokenizer: fourLetterTokens });
  const spans = await chunker.chunk(document);
  expect(spans.map(({ tokens }) => tokens)).toEqual([40, 40, 40]);
  expect(spans.map(({ start, end }) => document.text.slice(start, end).split(' '))).toEqual([
    words.slice(0, 40),
    words.slice(30, 70),
    words.slice(60),
  ]);
});

test('is full to within a word where a space is a token of its own', async () => {
  const tokenizer = { id: 'words-and-spaces', count: (text: string) => text.match(/\s|\S+/g)?.length ?? 0 };
  const document = await parse(
    'Footnotes are placed, as a rule, at the end of sentences. '.repeat(60),
    'a.txt',
  );
  const spans = await tokenChunker({ maxTokens: 64, overlapTokens: 16, tokenizer }).chunk(document);
  for (const { tokens } of spans.slice(0, -1)) expect(tokens).toBe(63);
});
