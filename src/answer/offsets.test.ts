import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetsIn } from './offsets.ts';

/** Text with letters of one to four bytes, longer than the distance of what is kept. */
const texts = fc
  .array(fc.constantFrom('a', 'é', '中', '👍', '\n'), { maxLength: 40 })
  .map((letters) => letters.join('').repeat(60));

test('offsets count what stands before them, in each unit', () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, seed) => {
      const letters = Array.from(text);
      const before = letters.slice(0, letters.length === 0 ? 0 : seed % (letters.length + 1)).join('');
      expect(offsetsIn(text, 'utf16')(before.length)).toBe(before.length);
      expect(offsetsIn(text, 'codepoint')(before.length)).toBe(Array.from(before).length);
      expect(offsetsIn(text, 'utf8')(before.length)).toBe(Buffer.byteLength(before));
    }),
    { numRuns: 50 },
  );
});

test('a lone surrogate is three bytes, as it is written', () => {
  expect(offsetsIn('a\ud83d!', 'utf8')(3)).toBe(Buffer.byteLength('a\ud83d!'));
});
