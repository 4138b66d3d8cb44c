import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimatingTokenizer } from '../estimating-tokenizer.ts';
import { gptTokenizer } from '../gpt-tokenizer.ts';
import { cutText } from './cut-text.ts';

const settings = { size: 20, overlap: 5, count: (text: string) => estimatingTokenizer.count(text) };
const cut = (text: string) => cutText(text, settings).map(({ start, end }) => text.slice(start, end));

test('a text that fits is one window', () => {
  expect(cut('')).toEqual(['']);
  expect(cut('A short text.')).toEqual(['A short text.']);
});

test('windows overlap and end at white space', () => {
  const text = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
  expect(cut(text)).toEqual([
    'one two three four five six seven eight nine ten eleven',
    'ten eleven twelve thirteen fourteen',
  ]);
});

/** As though a text fell into more tokens where it ends at a full stop. */
const unevenly = (part: string) => part.length + (part.endsWith('.') ? 12 : 0);

test('a window without its last word may be more tokens, and is then left whole', () => {
  const text = `${'a'.repeat(17)}. `.repeat(5);
  for (const { start, end } of cutText(text, { size: 20, overlap: 0, count: unevenly }))
    expect(unevenly(text.slice(start, end))).toBeLessThanOrEqual(20);
});

/** Texts of words, of ideographs, of emoji and of dense and sparse parts in turn. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.lorem({ maxCount: 30 }),
      fc.string({ unit: fc.constantFrom('漢', '字', '👩‍🚀', '。'), maxLength: 80 }),
      fc.constantFrom(' ', '\n\n', 'x'.repeat(200)),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join('').toWellFormed());

test.each([
  ['estimated', estimatingTokenizer],
  ['OpenAI', gptTokenizer('cl100k_base')],
])('windows fit, cover the text in order and part no character, by %s tokens', (_, tokenizer) => {
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: 8, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      (text, size, overlap) => {
        const windows = cutText(text, { size, overlap, count: (part) => tokenizer.count(part) });
        let covered = 0;
        for (const { start, end } of windows) {
          expect(start).toBeLessThanOrEqual(covered);
          expect(end).toBeGreaterThan(Math.min(covered, text.length - 1));
          expect(tokenizer.count(text.slice(start, end))).toBeLessThanOrEqual(size);
          expect(text.slice(start, end).isWellFormed()).toBe(true);
          covered = end;
        }
        expect(covered).toBe(text.length);
      },
    ),
    { numRuns: 200 },
  );
});

test('a long text is counted a bounded number of times', () => {
  let counted = 0;
  const count = (text: string) => {
    counted += text.length;
    return estimatingTokenizer.count(text);
  };
  for (const text of [
    'word '.repeat(200_000),
    '漢'.repeat(100_000),
    'x'.repeat(500_000) + '漢'.repeat(100_000),
  ]) {
    counted = 0;
    const windows = cutText(text, { size: 512, overlap: 48, count });
    expect(windows.length).toBeLessThan(1500);
    expect(counted).toBeLessThan(12 * text.length);
  }
});
