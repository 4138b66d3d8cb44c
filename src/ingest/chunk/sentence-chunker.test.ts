import { expect, test } from 'vitest';
import { fourLetterTokens, parse } from './made-up-documents.test-support.ts';
import { sentenceChunker, sentenceOptions } from './sentence-chunker.ts';

async function cut(source: string, options: object) {
  const document = await parse(source);
  const chunker = sentenceChunker({ ...sentenceOptions.parse(options), tokenizer: fourLetterTokens });
  return (await chunker.chunk(document)).map(({ start, end }) => document.text.slice(start, end));
}

test('groups whole sentences, the last of a chunk being the first of the next', async () => {
  expect(await cut('One. Two. Three. Four. Five.', { maxSentences: 3, overlapSentences: 1 })).toEqual([
    'One. Two. Three.',
    'Three. Four. Five.',
  ]);
});

test('a chunk holds fewer where they are long, and a sentence over the maximum is cut between words', async () => {
  const long = `${'word '.repeat(39)}word.`;
  const chunks = await cut(`Short one. ${long} Short two.`, { maxTokens: 16, overlapSentences: 0 });
  for (const chunk of chunks) expect(chunk).toMatch(/^(Short|word)\b.*\b(word|one|two)\.?$/);
  expect(chunks.join(' ')).toBe(`Short one. ${long} Short two.`);
});

test('headings, items, rows and lines of code count as a sentence each', async () => {
  const source = '# Head\n\n- one\n- two\n\n```\na()\n```\n\n| a |\n|---|\n| b |';
  expect(await cut(source, { maxSentences: 1, overlapSentences: 0 })).toEqual([
    '# Head',
    '- one',
    '- two',
    '```',
    'a()',
    '```',
    '| a |',
    '|---|',
    '| b |',
  ]);
});
