import { expect, test } from 'vitest';
import { sentences } from './sentences.ts';

const read = (text: string) => sentences(text, 'en').map(({ start, end }) => text.slice(start, end));

test('lines that each say first what they are about are apart, also where one is as wide as any', () => {
  const card = 'Phone (cell): 555\nAddress (work): Main Street 4, Berlin, Germany\nBirthday: 4 March';
  expect(read(card)).toEqual(card.split('\n'));
});

test('a line that names something is no end of one that was broken', () => {
  const note = 'We met the people who will rent the hall and\nAnna: she has the keys.';
  expect(read(note)).toEqual([note]);
});
