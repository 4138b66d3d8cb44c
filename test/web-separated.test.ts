import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecords } from '../src/ingest/parse/csv/csv-records.ts';
import { answerTree } from '../web/answer/answer-tree.ts';
import { runPieces } from '../web/source/run-pieces.ts';
import { separatedFields } from '../web/source/separated-fields.ts';
import type { SourceRun } from '../web/source/source-runs.ts';
import { tableRows } from '../web/source/table-rows.ts';

const joined = (text: string, pieces: readonly { start: number; end: number }[]) =>
  pieces.map(({ start, end }) => text.slice(start, end)).join('');

/** Each row of a table with what is seen of its cells. */
function seen(text: string, headerEnd?: number): readonly (readonly string[])[] {
  const run: SourceRun = { start: 0, end: text.length, kind: 'table', level: 0 };
  return tableRows(text, runPieces(text, run), headerEnd).map(({ cells, kind }) => [
    kind,
    ...cells.map((cell) =>
      joined(
        text,
        cell.filter((piece) => piece.kind !== 'mark'),
      ).trim(),
    ),
  ]);
}

describe('separated values', () => {
  it('are columns, the header among them, whatever parts them', () => {
    expect(seen('id,name,\n1,"nail, ""long""",x\n2,,y\n', 8)).toEqual([
      ['header', 'id', 'name', ''],
      ['body', '1', 'nail, ""long""', 'x'],
      ['body', '2', '', 'y'],
    ]);
    expect(seen('day;price\nMonday;1,5\n')).toEqual([
      ['body', 'day', 'price'],
      ['body', 'Monday', '1,5'],
    ]);
    expect(seen('a\tb\n\t2')).toEqual([
      ['body', 'a', 'b'],
      ['body', '', '2'],
    ]);
  });

  it.each(['one\ntwo', 'a,b\nc', 'a,"b\nc",d', 'a,"b"c\nd,e'])('are not found in %j', (text) => {
    expect(seen(text).map(([, ...cells]) => cells)).toEqual(text.split('\n').map((line) => [line]));
  });

  it('keep every character of any text, cell by cell', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b ', ',', ';', '\t', '"', '""', '|', '\n') });
    fc.assert(
      fc.property(line, (text) => {
        const run: SourceRun = { start: 0, end: text.length, kind: 'table', level: 0 };
        const cells = tableRows(text, runPieces(text, run)).flatMap((row) => row.cells);
        expect(cells.map((cell) => joined(text, cell)).join('')).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('are looked for in linear time, however much white space or how many dashes a line has', () => {
    for (const line of [' '.repeat(200_000), '-'.repeat(200_000), '- '.repeat(100_000)])
      expect(seen(`a,b\n${line}\nx`).flatMap(([, ...cells]) => cells)).toContain('x');
    expect(answerTree(`-${' '.repeat(200_000)}\nx`, [], [])).toHaveLength(2);
  });

  it('have the fields that their parser reads', () => {
    const field = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'é', ' b', '1.5') }).map((text) => text.trim()),
      fc
        .string({ unit: fc.constantFrom('a', ',', '"', ' b') })
        .map((text) => `"${text.trim().replaceAll('"', '""')}"`),
    );
    fc.assert(
      fc.property(fc.array(field, { minLength: 2, maxLength: 6 }), (fields) => {
        const line = fields.join(',');
        const [record] = csvRecords(line, { delimiter: ',', hasQuotes: true });
        expect(separatedFields(line)).toEqual(record?.fields);
      }),
    );
  });
});
