import type { Sentence } from '../../text/sentences.ts';

/** Columns of a table whose first row may be its header; with two, the first row is as likely a label and its value. */
const fewestColumns = 3;

/**
 * Tables of spreadsheets and PDF files have no row of dashes under their header. Where a table begins with a row of
 * words in every cell, without a digit, over a row of as many cells, that row becomes its `table-header`.
 * `beginsDocument`: the text is no piece from the middle, where the first row may be any row.
 */
export function withImpliedHeaders(
  found: readonly Sentence[],
  content: string,
  beginsDocument: boolean,
): Sentence[] {
  return found.map((row, position) => {
    const before = found[position - 1];
    const next = found[position + 1];
    const begins = before ? !isRow(before) : beginsDocument;
    if (row.kind !== 'table-row' || next?.kind !== 'table-row' || !begins) return row;
    const cells = cellsOf(row, content);
    const isHeader =
      cells.length >= fewestColumns &&
      cells.every((cell) => /\p{L}/u.test(cell) && !/\p{N}/u.test(cell)) &&
      cellsOf(next, content).length === cells.length;
    return isHeader ? { ...row, kind: 'table-header' } : row;
  });
}

function isRow({ kind }: Sentence): boolean {
  return kind === 'table-row' || kind === 'table-header';
}

function cellsOf({ start, end }: Sentence, content: string): readonly string[] {
  return content
    .slice(start, end)
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split('|');
}
