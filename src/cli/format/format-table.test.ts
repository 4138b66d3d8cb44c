import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTable, type TableColumn } from './format-table.ts';
import { elide } from './printable-text.ts';
import { visibleWidth } from './terminal-width.ts';

const plain = (_: unknown, text: string) => text;
const coloured = (_: unknown, text: string) => `\u001B[36m${text}\u001B[39m`;

const columns: readonly TableColumn[] = [
  { head: 'ID' },
  { head: 'SIZE', align: 'right', dropOrder: 2 },
  { head: 'WHEN', dropOrder: 1 },
  { head: 'NAME', cut: { least: 10, by: elide } },
];
const rows = [
  ['a1', '7', '2026-05-01', 'short'],
  ['b22', '1234', '2026-05-02', 'a name that is rather long'],
];
const print = (width: number) => formatTable(columns, rows, width, plain).split('\n');

test('where there is room nothing is cut', () => {
  expect(print(Infinity)).toEqual([
    'ID   SIZE  WHEN        NAME',
    'a1      7  2026-05-01  short',
    'b22  1234  2026-05-02  a name that is rather long',
  ]);
});

test('cells are cut first, then columns are left out, in their order', () => {
  expect(print(36)[2]).toBe('b22  1234  2026-05-02  a name that…');
  expect(print(32)[2]).toBe('b22  1234  a name that is…');
  expect(print(21)[2]).toBe('b22  1234  a name…');
  expect(print(20)[2]).toBe('b22  a name that is…');
});

test('there may be as many rows as a large collection has documents', () => {
  const many = Array.from({ length: 150_000 }, () => ['a']);
  expect(formatTable([{ head: 'ID' }], many, 20, plain)).toBe(`ID${'\na'.repeat(many.length)}`);
});

test('lines fit every width that the columns which stay can have, colours or not', () => {
  const cell = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => text.trim());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 20, max: 120 }),
      (made, width) => {
        const cells = made.map(([when, name]) => ['id', '12', when, name]);
        for (const style of [plain, coloured])
          for (const line of formatTable(columns, cells, width, style).split('\n'))
            expect(visibleWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
