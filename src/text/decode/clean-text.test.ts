import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, cleanUtf8, isCleanUnit } from './clean-text.ts';

const numRuns = 1000;

test.each([
  ['line ends', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['NUL and other controls', 'a\0b\u0007c\u009dd', 'abcd'],
  ['windows-1252 taken for Latin-1', 'don\u0092t pay \u0080 9\u0097\u0093now\u0094', 'don’t pay € 9—“now”'],
  ['tabs and form feeds stay', 'a\tb\fc', 'a\tb\fc'],
  ['lone surrogates', 'a\ud800b\udc00c', 'abc'],
  ['a pair stays', 'a😀b', 'a😀b'],
  ['a surrogate alone next to a pair', '\ud83d😀', '😀'],
  ['NFC', 'e\u0301', 'é'],
  ['soft hyphens', 'soft\u00adware', 'software'],
  ['zero-width spaces and byte order marks', 'a\u200bb\ufeffc\u2060d', 'abcd'],
  ['joiners in an emoji stay', '👩‍👩‍👧 👩🏽‍🚀 🏳️‍🌈', '👩‍👩‍👧 👩🏽‍🚀 🏳️‍🌈'],
  ['joiners elsewhere go', 'a\u200db\u200cc', 'abc'],
  ['the non-joiner of Persian stays', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['the joiner of Hindi stays', 'क्\u200dष', 'क्\u200dष'],
  ['hidden tag characters go', 'a\u{e0041}\u{e0042}b', 'ab'],
  ['the tags of a flag stay', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['thirty marks on a letter are enough', `x${'\u0323'.repeat(40)}`, `x${'\u0323'.repeat(30)}`],
])('%s', (_, text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test('every other character is composed with the letter before it, and left as it is', () => {
  const goes = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u00ad\u180e\u200b-\u200d\u2028\u2029\u2060\ufeff]/u;
  for (let code = 0x20; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    if (goes.test(character)) continue;
    const text = ['e', 'α', 'か', 'ا', '하'].map((letter) => letter + character).join(' ');
    if (cleanText(text) !== text.normalize('NFC')) expect.fail(`U+${code.toString(16)}`);
  }
});

test('changes nothing the second time, and leaves well-formed normalised text', () => {
  const text = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '\ud800',
        '\udc00',
        '\u200d',
        '\u200c',
        '👩',
        '🏽',
        '\ufe0f',
        '\u0301',
        '\u0316',
        'ي',
        'क',
        '\u00ad',
      ),
      fc.constantFrom('\u{e0041}', '🏴', '\r', '\n', 'e', '\0', '한', '\u1100\u1161'),
    ),
  );
  fc.assert(
    fc.property(text, (parts) => {
      const cleaned = cleanText(parts.join(''));
      expect(cleanText(cleaned)).toBe(cleaned);
      expect(cleaned.isWellFormed()).toBe(true);
      expect(cleaned.normalize('NFC')).toBe(cleaned);
      expect(cleaned).not.toMatch(/[\0\r\u00ad\u200b\ufeff]/);
    }),
    { numRuns },
  );
});

test('a line is cleaned alike alone and among others', () => {
  const unit = fc.constantFrom(
    'e',
    '\u0301',
    '\u200d',
    '\u200c',
    '\ud83d',
    '👩',
    'क',
    '\u{e0041}',
    '🏴',
    '\u00ad',
    'x'.repeat(600),
  );
  const lines = fc.array(fc.string({ unit, maxLength: 5 }), { maxLength: 8 });
  fc.assert(
    fc.property(lines, (lines) => {
      expect(cleanText(lines.join('\n'))).toBe(lines.map(cleanText).join('\n'));
    }),
    { numRuns },
  );
});

test.each(['\u0301\u0316', '\u200d', '\ud800', '\u{e0041}', '\r', '👩\u200d', 'ﷺ', '\u200c'])(
  'takes a megabyte of nothing but %j',
  (unit) => {
    const cleaned = cleanText(`a${unit.repeat(1_000_000 / unit.length)}`);
    expect(cleanText(cleaned)).toBe(cleaned);
  },
);

test('is what decoding and then cleaning gives, wherever the bytes lie', () => {
  const unit = fc.constantFrom(
    'e',
    '\u0301',
    '\u200d',
    '👩',
    '🏽',
    'क',
    '\u{e0041}',
    '\u00ad',
    '\u0085',
    '\ufeff',
    '\r',
    '\n',
    '\r\n',
    '\0',
    '\u007f',
    'é',
    '漢',
    '→',
    '\ufffd',
    'x'.repeat(1100),
  );
  const text = fc.string({
    unit: fc.oneof(unit, fc.string({ unit: 'grapheme', maxLength: 1 })),
    maxLength: 20,
  });
  fc.assert(
    fc.property(text, fc.nat(7), (text, offset) => {
      const bytes = new TextEncoder().encode('.'.repeat(offset) + text).subarray(offset);
      expect(cleanUtf8(bytes)).toBe(cleanText(text));
    }),
    { numRuns: 1000 },
  );
});

test('every character that cleaning leaves alone is left alone alone, and is composed with none before it', () => {
  const composing = new Set<string>();
  for (let code = 0x80; code <= 0xffff; code++) {
    const [, ...rest] = String.fromCharCode(code).normalize('NFD');
    for (const character of rest) composing.add(character);
  }
  for (const [code, isClean] of isCleanUnit.entries()) {
    const character = String.fromCharCode(code);
    const isStable = character.normalize('NFC') === character && !/\p{M}|\p{Cs}/u.test(character);
    if (isClean === 1 && !(isStable && !composing.has(character))) expect.fail(`U+${code.toString(16)}`);
  }
});
