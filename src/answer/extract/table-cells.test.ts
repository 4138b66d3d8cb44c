import { expect, test } from 'vitest';
import { cellsOf, separatorOf } from './table-cells.ts';

test('lines of equally many cells, three or more, are rows', () => {
  expect(separatorOf(['Product,Price,Stock', 'Oak desk,420,12'])).toBe(',');
  expect(separatorOf(['a;b;c', '1,5;2;3'])).toBe(';');
  expect(separatorOf(['a\tb\tc', '1\t2\t3'])).toBe('\t');
  expect(separatorOf(['Name,Town,Age', '"Field, Sam",Bath,41'])).toBe(',');
});

test.each([
  ['one line', ['a,b,c']],
  ['of two cells', ['Paris, France', 'Rome, Italy']],
  ['of different lengths', ['a,b,c', 'a,b']],
  ['a sentence among them', ['Paris,Rome,Bath', 'He came, he saw, he left.']],
  ['sentences', ['It rains, it pours, it stops.', 'He came, he saw, he left.']],
])('lines are none: %s', (_, lines) => {
  expect(separatorOf(lines)).toBeUndefined();
});

test('the cells of a row, without marks and quotation marks', () => {
  expect(cellsOf('| **Plan** | `price` | |')).toEqual(['Plan', 'price', '']);
  expect(cellsOf('"Field, Sam",Bath,"a, b"', ',')).toEqual(['Field, Sam', 'Bath', 'a, b']);
});
