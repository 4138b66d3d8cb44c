import { expect, test } from 'vitest';
import { placesWithin } from './places-within.ts';

const text = '| Name | 2024 | Note |\n| Hassan \\| son | 47 |  |';
const row = (start: number, end: number, cells: string) => ({ start, end, sheet: 'Water', cells });
const places = [row(0, 22, 'Y1:AA1'), row(23, text.length, 'Y2:AA2')];

async function within(words: string, all = places) {
  const start = text.indexOf(words);
  return placesWithin(all, { start, end: start + words.length }, async () => text);
}

test('of a part of a row there are the cells that it touches', async () => {
  expect(await within('47')).toEqual([{ start: 41, end: 43, sheet: 'Water', cells: 'Z2' }]);
  expect(await within('son | 47 |')).toMatchObject([{ cells: 'Y2:Z2' }]);
  expect(await within('2024 | Note |\n| Hassan')).toMatchObject([{ cells: 'Z1:AA1' }, { cells: 'Y2' }]);
});

test('the row stays where it is whole, or its cells cannot be told apart', async () => {
  expect(await within(text)).toEqual(places);
  expect(await within(' |\n| ')).toMatchObject([{ cells: 'Y1:AA1' }, { cells: 'Y2:AA2' }]);
  expect(await within('47', [row(23, text.length, 'Y2:AC2')])).toMatchObject([{ cells: 'Y2:AC2' }]);
  const box = { start: 23, end: text.length, page: 1, box: [1, 2, 3, 4] } as const;
  expect(await placesWithin([box], { start: 30, end: 40 }, async () => text)).toEqual([box]);
});
