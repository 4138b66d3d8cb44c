import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippet } from './snippet.ts';

const filler = (length: number) => 'word '.repeat(length).slice(0, length - 1);

test('B7: a text of 200 characters is its own snippet', () => {
  const text = `${filler(199)}.`;
  expect(text).toHaveLength(199);
  expect(snippet(text, 'en')).toBe(text);
});

test('B7: a longer one ends with a sentence where one ends past 70 %', () => {
  const first = `First${filler(145)}.`;
  expect(snippet(`${first} Second ${filler(100)}.`, 'en')).toBe(first);
});

test('B7: and with a word where none does', () => {
  const early = `First${filler(100)}.`;
  const cut = snippet(`${early} Second ${filler(200)}.`, 'en');
  expect(cut.startsWith(`${early} Second word`)).toBe(true);
  expect(cut.length).toBeGreaterThan(190);
  expect(cut).toMatch(/word$/);
});

test('a snippet is the beginning of its text, whole characters within its room', () => {
  const text = fc.array(fc.constantFrom('word', ' ', '. ', 'End.', '\n', '🦞', 'é', 'x'.repeat(60)), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 200 }), (parts, most) => {
      const whole = parts.join('');
      const cut = snippet(whole, 'en', most);
      expect(whole.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut === '').toBe(whole === '');
    }),
  );
});
