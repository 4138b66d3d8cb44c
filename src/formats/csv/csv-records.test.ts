import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDialect } from './csv-dialect.ts';
import { csvRecords } from './csv-records.ts';

const field = fc.string({
  unit: fc.constantFrom('a', 'b', '1', ' ', ',', ';', '"', '\n', 'é', '😀'),
  maxLength: 6,
});
const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 6 });

function quoted(text: string): string {
  return /["\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function written(rows: readonly (readonly string[])[], delimiter: string): string {
  return rows.map((row) => row.map(quoted).join(delimiter)).join('\n');
}

test('records are those that csv-parse finds, and each is its own span', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';'), (rows, delimiter) => {
      const text = written(rows, delimiter);
      const records = [...csvRecords(text, { delimiter, hasQuotes: true })];
      const expected = parse(text, { delimiter, relax_column_count: true }).filter(
        (row) => row.length > 1 || row[0]?.trim() !== '',
      );
      expect(records.map(({ fields }) => fields)).toEqual(expected);
      for (const { fields, start, end } of records) {
        const [again] = [...csvRecords(text.slice(start, end), { delimiter, hasQuotes: true })];
        expect(again?.fields).toEqual(fields);
      }
    }),
    { numRuns: 300 },
  );
});

test('a quote that is never closed ends the records with its place', () => {
  const records = csvRecords('a,b\nc,"d\ne', { delimiter: ',', hasQuotes: true });
  expect(records.next().value).toMatchObject({ fields: ['a', 'b'] });
  expect(records.next()).toEqual({ done: true, value: 4 });
});

test.each([
  ['a,b\n1,2', ','],
  ['a;b\n1,5;2,5\n1,7;3,5', ';'],
  ['a\tb c, d\n1\t2', '\t'],
  ['a|b\n1|2', '|'],
  ['"a;b",c\n"d;e",f', ','],
  ['sep=#\na#b', '#'],
  ['word\nother', ','],
])('%j is divided by %j', (text, delimiter) => {
  expect(findDialect(text).delimiter).toBe(delimiter);
});
