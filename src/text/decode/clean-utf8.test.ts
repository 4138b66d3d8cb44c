import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, isCleanUnit } from './clean-text.ts';
import { cleanUtf8 } from './clean-utf8.ts';

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
