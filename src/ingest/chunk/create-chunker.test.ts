import { expect, test } from 'vitest';
import { pageChunker, sentenceChunker, sentenceOptions, tokenChunker } from './create-chunker.ts';
import { fourLetterTokens, paged, parse } from './made-up-documents.test-support.ts';

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

const chunker = pageChunker({ maxTokens: 64, tokenizer: fourLetterTokens });
const sentence = (name: string) => `${name} ${'word '.repeat(8)}end.`;

test('makes a chunk of each page, under the headings that all of it has in common', async () => {
  const document = paged(await parse('# A\n\nOne.\n\n## B\n\nTwo.\n\nThree.\n\nFour.'), [
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
  const spans = await chunker.chunk(document);
  expect(spans.map(({ start, end, page }) => [page, document.text.slice(start, end)])).toEqual([
    [1, '# A\n\nOne.'],
    [2, '## B\n\nTwo.\n\nThree.'],
    [3, 'Four.'],
  ]);
  expect(spans.map(({ headingPath }) => headingPath)).toEqual([['A'], ['A', 'B'], ['A', 'B']]);
});

test('a page over the maximum becomes chunks of about equal length, cut between blocks', async () => {
  const blocks = Array.from({ length: 9 }, (_, place) => sentence(`S${place}`));
  const document = paged(await parse(blocks.join('\n\n')), [false]);
  const spans = await chunker.chunk(document);
  expect(spans.map(({ page }) => page)).toEqual([1, 1]);
  for (const { start, end } of spans) expect(document.text.slice(start, end)).toMatch(/^S\d [^]*end\.$/);
  const [longer = 0, shorter = 0] = spans.map(({ tokens }) => tokens).toSorted((a, b) => b - a);
  expect(longer).toBeLessThan(shorter * 1.5);
});

test('a document without pages is one page', async () => {
  const document = await parse('# A\n\nOne.\n\n# B\n\nTwo.');
  expect(await chunker.chunk(document)).toMatchObject([
    { start: 0, end: document.text.length, headingPath: [] },
  ]);
});
