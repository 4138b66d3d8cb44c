import type { TableRows } from '../../document/document-builder.ts';
import type { Line } from '../layout/lines.ts';
import type { Column } from './table-columns.ts';
import { countHeadingRows, joinHeader, withoutHeaderColumns } from './table-header.ts';
import { isFigure, isLabelOnly, joinRows, type Row, rowOf } from './table-row.ts';

/** Puts the cells of a table's lines into its columns, joins wrapped lines to one row, and tells the header. */
export function tableRows(lines: readonly Line[], columns: readonly Column[]): TableRows {
  const rows = joinWrapped(lines.map((line) => rowOf(line, columns)));
  const count = countHeadingRows(rows);
  const header = joinHeader(rows.slice(0, count));
  const cells = [...header, ...rows.slice(count)].map((row) => row.cells);
  return { rows: withoutHeaderColumns(cells, header.length), headerRows: header.length };
}

/** Share of the usual distance from which on two lines are not closer together than others. */
const tight = 0.78;

/** Lines of one row as one. Those without a label that stand closer than lines with one do are of the row above. */
function joinWrapped(rows: readonly Row[]): readonly Row[] {
  const gaps = rows.map((row, index) => row.baseline - (rows[index - 1] ?? row).baseline).slice(1);
  const pitch = median(gaps);
  const labelPitch = median(gaps.filter((_, index) => rows[index + 1]?.cells[0] !== ''));
  const joined: Row[] = [];
  let lastBaseline = 0;
  for (const row of rows) {
    const last = joined.at(-1);
    const gap = row.baseline - lastBaseline;
    if (
      last &&
      (belongsTo(last, row, gap, pitch) || (gap < tight * labelPitch && isRestOfWords(last, row)))
    ) {
      joined[joined.length - 1] = joinRows(last, row);
    } else joined.push(row);
    lastBaseline = row.baseline;
  }
  return joined;
}

/** Whether a line goes on with the row above it. `gap` is the distance to the line above, `pitch` the usual one. */
function belongsTo(last: Row, row: Row, gap: number, pitch: number): boolean {
  const isShifted =
    gap < 0.7 * row.size && row.cells.every((cell, index) => cell === '' || last.cells[index] === '');
  const isTight = gap < 1.35 * row.size && gap < tight * pitch;
  const isWrapped = gap < 1.7 * row.size && isRestOfCell(last, row);
  return (
    isShifted ||
    isWrapped ||
    isRestOfLabel(last, row) ||
    isRestOfRow(last, row) ||
    (isTight && canBeOne(last, row))
  );
}

/** Words below words, in a row with a label: `Ann Lee   Head of sales and   Clerk, north` / `marketing   and south`. */
function isRestOfWords(last: Row, row: Row): boolean {
  return (
    last.cells[0] !== '' &&
    row.cells[0] === '' &&
    row.cells.every((cell, index) => cell === '' || (isWords(cell) && isWords(last.cells[index] as string)))
  );
}

function isWords(cell: string): boolean {
  return cell !== '' && !isFigure(cell);
}

/** One cell in mid-row below one, both of words: `Winter Wonderland` / `(Runtime: 98 min)`. */
function isRestOfCell(last: Row, row: Row): boolean {
  const filled = row.cells.filter((cell) => cell !== '').length;
  const index = row.cells.findIndex((cell) => cell !== '');
  const above = last.cells[index] ?? '';
  const filledAbove = last.cells.filter((cell) => cell !== '').length;
  return (
    filled === 1 &&
    index > 0 &&
    (filledAbove > 2 || (filledAbove === 2 && /^\p{Ll}/u.test(row.cells[index] as string))) &&
    row.isBold === last.isBold &&
    isWords(above) &&
    isWords(row.cells[index] as string)
  );
}

/** Lines of one row have no figures below each other and no new label below a label. */
function canBeOne(last: Row, row: Row): boolean {
  const hasFigures = last.cells.some((cell, index) => isFigure(cell) || isFigure(row.cells[index] as string));
  return !hasFigures && !isLabelOnly(last) && !(isLabelOnly(row) && !/^\p{Ll}/u.test(row.cells[0] as string));
}

/** `Net income attributable to` / `noncontrolling interest   5   6`; also behind a hyphen, and within brackets. */
function isRestOfLabel(last: Row, row: Row): boolean {
  const [label, before] = [row.cells[0] as string, last.cells[0] as string];
  const goesOn = (/^\p{Ll}/u.test(label) && !before.endsWith(':')) || /\p{L}-$|\([^)]*$/u.test(before);
  return isLabelOnly(last) && label !== '' && goesOn;
}

/** `Net income   5   6` / `attributable to noncontrolling interest`. */
function isRestOfRow(last: Row, row: Row): boolean {
  return isLabelOnly(row) && !isLabelOnly(last) && /^\p{Ll}/u.test(row.cells[0] as string);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
