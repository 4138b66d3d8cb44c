import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatFactColumns,
  formatFacts,
  formatNumber,
  formatPercent,
  formatTable,
  type TableColumn,
} from './format-table.ts';
import { elide, visibleWidth } from './terminal-text.ts';

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1000, '1.0 s'],
  [9940, '9.9 s'],
  [9960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [3_600_000, '1 h 0 min'],
  [7_150_000, '1 h 59 min'],
])('%d ms is written %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KiB'],
  [9.96 * 2 ** 10, '10 KiB'],
  [1023.6 * 2 ** 10, '1.0 MiB'],
  [23 * 2 ** 20, '23 MiB'],
  [5 * 2 ** 40, '5.0 TiB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('a share is written in hundredths', () => {
  expect(formatPercent(0.8333)).toBe('83 %');
  expect(formatPercent(0.8333, 1)).toBe('83.3 %');
  expect(formatPercent(1)).toBe('100 %');
});

test('large numbers are grouped, and nouns agree with their count', () => {
  expect(formatNumber(999)).toBe('999');
  expect(formatNumber(1_234_567)).toBe('1 234 567');
  expect(formatCount(1, 'file')).toBe('1 file');
  expect(formatCount(0, 'file')).toBe('0 files');
});

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

test('what is said is wrapped under itself, and what is not known left out', () => {
  const facts = [
    ['path', 'notes/lease.md'],
    ['note', null],
    ['read', 'on a day in May, and once more in June'],
  ] as const;
  expect(formatFacts(facts, 30, plain).split('\n')).toEqual([
    'path  notes/lease.md',
    'read  on a day in May, and',
    '      once more in June',
  ]);
});

test('beside a long name there is no room: it stands below', () => {
  expect(formatFacts([['retrieval.duplicateSimilarity', '0.9']], 40, plain)).toBe(
    'retrieval.duplicateSimilarity\n    0.9',
  );
});

test('several cells stand in columns as long as they fit', () => {
  const rows = [
    ['server.host', '"127.0.0.1"', 'default'],
    ['store', '"/srv/footnote"', 'flag'],
  ] as const;
  expect(formatFactColumns(rows, 37, plain).split('\n')).toEqual([
    'server.host  "127.0.0.1"      default',
    'store        "/srv/footnote"  flag',
  ]);
  expect(formatFactColumns(rows, 36, plain).split('\n')).toEqual([
    'server.host  "127.0.0.1" default',
    'store        "/srv/footnote" flag',
  ]);
});
