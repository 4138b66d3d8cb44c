import { expect, test } from 'vitest';
import { fourLetterTokens, paged, parse } from './made-up-documents.test-support.ts';
import { pageChunker } from './page-chunker.ts';

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
