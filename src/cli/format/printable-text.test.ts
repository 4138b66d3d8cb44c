import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { elide, elidePath, printableLine, printableName, printableText, wrapLine } from './printable-text.ts';
import { breakableParts, visibleWidth } from './terminal-width.ts';

test('no escape sequence and no control character of a document reaches the terminal', () => {
  expect(printableLine('a\x1b[31mred\x1b[0m\x07 b\u0000\n c')).toBe('ared b c');
  expect(printableLine('pay \u202E001$\u202C now')).toBe('pay 001$ now');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const line of [printableLine(text), printableName(text)])
        expect(line).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
      expect(printableText(text).replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
    }),
  );
});

test('a name keeps its spaces, so that it can be pasted, and stays on its line', () => {
  expect(printableName(' two  spaces .md')).toBe(' two  spaces .md');
  expect(printableName('two\r\nlines\x1b[2J.md')).toBe('two lines.md');
  expect(wrapLine('contracts/two  spaces.md', 40)).toEqual(['contracts/two  spaces.md']);
});

test('text that is to stay as it is keeps its lines and its joined characters', () => {
  expect(printableText('one\n\ttwo')).toBe('one\n\ttwo');
  expect(printableLine('👩‍👩‍👧 नमस्ते')).toBe('👩‍👩‍👧 नमस्ते');
});

test('wrapping keeps every word in order, within the width unless a word alone is longer', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^\S{1,12}$/), { minLength: 1 }),
      fc.integer({ min: 4, max: 40 }),
      (words, width) => {
        const lines = wrapLine(words.join(' '), width);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
        for (const line of lines)
          expect(visibleWidth(line) <= width || breakableParts(line).length === 1).toBe(true);
      },
    ),
  );
});

test('what is cut is never longer than asked and says that it was cut', () => {
  expect(elide('one two three', 13)).toBe('one two three');
  expect(elide('one two three', 9)).toBe('one two…');
  expect(elide('one two sixteen', 12)).toBe('one two…');
  expect(elide('one two six four', 12)).toBe('one two six…');
  expect(elidePath('a/very/long/path/to/file.md', 15)).toBe('a/ve…to/file.md');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 5, max: 40 }), (text, width) => {
      expect(visibleWidth(elide(text, width))).toBeLessThanOrEqual(width);
      expect(visibleWidth(elidePath(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});
