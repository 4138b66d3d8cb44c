import { expect, test } from 'vitest';
import { namedCells, plainCells, rowCells } from './row-cells.ts';

test('cells of a row, a bar behind a backslash in its cell', () => {
  expect(rowCells('| a \\| b |  | two<br>lines |')).toEqual(['a | b', '', 'two\nlines']);
});

test('cells without marks of print and quotation marks', () => {
  expect(plainCells('| **Plan** | `price` | "a, b" | a \\| b | |')).toEqual([
    'Plan',
    'price',
    'a, b',
    'a | b',
    '',
  ]);
});

test('cells under the names of their columns, joined over all rows of the header', () => {
  const header = '| Port | 2023 | 2024 |\n| Port | Ships | Ships |';
  expect(namedCells(header, '| Oban | 4 | 5 | 6 |')).toEqual([
    { name: 'Port', value: 'Oban' },
    { name: '2023 Ships', value: '4' },
    { name: '2024 Ships', value: '5' },
    { name: '', value: '6' },
  ]);
});
