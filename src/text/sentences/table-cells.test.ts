import { expect, test } from 'vitest';
import { cellsOf } from './table-cells.ts';

test('the cells of a row, without marks and quotation marks', () => {
  expect(cellsOf('| **Plan** | `price` | "a, b" | |')).toEqual(['Plan', 'price', 'a, b', '']);
});
