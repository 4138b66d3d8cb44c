import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beginning,
  breakableParts,
  elide,
  elidePath,
  ending,
  printableLine,
  printableName,
  printableText,
  visibleWidth,
  wrapLine,
} from './terminal-text.ts';

test.each([
  ['lease.md', 8],
  ['\u001B[36mlease\u001B[39m', 5],
  ['Überprüfung', 11],
  ['U\u0308ber', 4],
  ['灯台', 4],
  ['한국어。', 8],
  ['ｶﾀｶﾅ', 4],
  ['🙂', 2],
])('%j takes %i columns', (text, width) => {
  expect(visibleWidth(text)).toBe(width);
});

test('what is cut of wide characters fits as well', () => {
  expect([beginning('灯台の光', 5), ending('灯台の光', 5)]).toEqual(['灯台', 'の光']);
  expect(beginning('u\u0308ber', 1)).toBe('u\u0308');
  expect(elide('灯台の光は遠くまで届く', 9)).toBe('灯台の光…');
  expect(elidePath('文書/灯台の歴史.md', 12)).toBe('文書…歴史.md');
});

test('a line breaks between characters of scripts without spaces, not before what closes a clause', () => {
  expect(breakableParts('灯台は光る。「遠く」まで')).toEqual([
    '灯',
    '台',
    'は',
    '光',
    'る。',
    '「遠',
    'く」ま',
    'で',
  ]);
  expect(breakableParts('harbour')).toEqual(['harbour']);
  expect(wrapLine('灯塔是用以指引船只方向的建筑物。 The end', 12)).toEqual([
    '灯塔是用以指',
    '引船只方向的',
    '建筑物。 The',
    'end',
  ]);
});

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
