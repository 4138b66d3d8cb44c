import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { recursiveChunker, recursiveOptions } from './create-chunker.ts';
import {
  fourLetterTokens,
  parse,
  propertyRuns,
  propertyTimeoutMs,
} from './made-up-documents.test-support.ts';

async function cut(source: string, options: { maxCharacters?: number; overlapCharacters?: number } = {}) {
  const document = await parse(source, 'a.txt');
  const chunker = recursiveChunker({ ...recursiveOptions.parse(options), tokenizer: fourLetterTokens });
  return (await chunker.chunk(document)).map(({ start, end }) => document.text.slice(start, end));
}

/** The rule word for word, for texts in which every character stands for itself. */
function naive(text: string, maxCharacters: number, overlapCharacters: number): string[] {
  const chunks: string[] = [];
  let start = 0;
  for (;;) {
    let end = Math.min(start + maxCharacters, text.length);
    if (end < text.length) {
      const from = end - Math.floor((end - start) * 0.3);
      const region = text.slice(from, end);
      const separator = ['\n\n\n', '\n\n', '\n', '. ', '? ', '! ', '; ', ', ', ' '].find((each) =>
        region.includes(each),
      );
      if (separator !== undefined) end = from + region.lastIndexOf(separator) + separator.length;
    }
    chunks.push(text.slice(start, end).trim());
    if (end === text.length) return chunks.filter((chunk) => chunk !== '');
    start = end - overlapCharacters;
  }
}

test(
  'B1: cuts as its rule says',
  async () => {
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,12}$/) },
      fc.constantFrom('\n\n\n', '\n\n', '\n', '. ', '? ', '! ', '; ', ', ', ' '),
    );
    const text = fc
      .array(piece, { minLength: 1, maxLength: 400 })
      // Words at both ends: what cleaning would take away there would move every window.
      .map((pieces) => `a${pieces.join('')}a`.replace(/\n{4,}/g, '\n\n\n').replace(/ +/g, ' '));
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 80, max: 500 }),
        fc.integer({ min: 0, max: 38 }),
        async (source, size, overlap) => {
          const { text: cleaned } = await parse(source, 'a.txt');
          const chunks = await cut(source, { maxCharacters: size, overlapCharacters: overlap });
          expect(chunks).toEqual(naive(cleaned, size, overlap));
        },
      ),
      { numRuns: propertyRuns },
    );
  },
  propertyTimeoutMs,
);

test('B1: has no shrinking tails: the last chunk reaches the end and is the only one that does', async () => {
  const chunks = await cut('abcdefghi '.repeat(100).trim());
  expect(chunks.map(({ length }) => length)).toEqual([499, 499, 99]);
});

test('where nothing separates, no grapheme is cut', async () => {
  for (const chunk of await cut('👩‍👩‍👧‍👦'.repeat(60), { maxCharacters: 100, overlapCharacters: 30 })) {
    expect(chunk).toMatch(/^(👩‍👩‍👧‍👦)+$/u);
  }
});
