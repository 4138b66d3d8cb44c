import type { ReadSentence } from './asked-questions.ts';
import { cellsOf } from './table-cells.ts';

/** Columns of a table whose first row may be its header; with two, the first row is as likely a label and its value. */
const fewestColumns = 3;

/**
 * Tables of spreadsheets and PDF files have no row of dashes under their header. Where a table begins with a row of
 * words in every cell, without a digit, over a row of as many cells, that row becomes its `table-header`.
 * `beginsDocument`: the text is no piece from the middle, where the first row may be any row.
 */
export function withImpliedHeaders(
  found: readonly ReadSentence[],
  content: string,
  beginsDocument: boolean,
): ReadSentence[] {
  const cells = ({ start, end }: ReadSentence) => cellsOf(content.slice(start, end));
  return found.map((row, position) => {
    const before = found[position - 1];
    const next = found[position + 1];
    const begins = before ? !isRow(before) : beginsDocument;
    if (row.kind !== 'table-row' || next?.kind !== 'table-row' || !begins) return row;
    const names = cells(row);
    const isHeader =
      names.length >= fewestColumns &&
      names.every((name) => /\p{L}/u.test(name) && !/\p{N}/u.test(name)) &&
      cells(next).length === names.length;
    return isHeader ? { ...row, kind: 'table-header' } : row;
  });
}

function isRow({ kind }: ReadSentence): boolean {
  return kind === 'table-row' || kind === 'table-header';
}
