import { year } from '../../table/table-rows.ts';
import { isFigure, joinCells, joinRows, type Row } from './table-row.ts';

/** More rows than this before the first label are no header. */
const maxHeaderRows = 8;

/** Lines of one heading are no further apart than this many font sizes. */
const maxLeading = 1.4;

const namesYear = /\b(?:19|20)\d\d\b/;

/**
 * How many rows at the top head the columns of what is printed: those with nothing in the first column and no figures;
 * and one more with a label and no figures, where it is the first, is bold or stands over figures.
 */
export function countHeadingRows(rows: readonly Row[]): number {
  const open = rows.findIndex(({ cells }) => cells[0] !== '' || cells.some(isFigure));
  const labelled = rows[open];
  if (!labelled || open > maxHeaderRows) return 0;
  const values = labelled.cells.slice(1).filter((cell) => cell !== '');
  if (values.length === 0 || labelled.cells.some(isFigure) || labelled.cells[0]?.endsWith(':')) return open;
  const later = rows.slice(open + 1);
  const standsOut = labelled.isBold && later.some(({ isBold }) => !isBold);
  const isOverFigures = headsFigures(labelled, later);
  const isFirst = open === 0 && later.some(({ cells }) => cells.some(isFigure));
  const areYears = values.every((cell) => namesYear.test(cell));
  const isHeader = areYears ? isOverFigures : standsOut || isFirst || isOverFigures;
  if (!isHeader) return open;
  const rest = later.findIndex((row, index) => !goesOnBelow(rows[open + index] as Row, row, labelled));
  return open + 1 + Math.max(0, rest);
}

/** Whether a row is a further line of headings: words, close below the line before, each below a heading. */
function goesOnBelow(before: Row, row: Row, header: Row): boolean {
  return (
    row.baseline - before.baseline <= maxLeading * row.size &&
    row.cells[0] === '' &&
    row.cells.every((cell, index) => cell === '' || (!isFigure(cell) && header.cells[index] !== ''))
  );
}

/**
 * Whether a row stands over figures, half of what is below its values at least: `Year 2022` over `Make Volvo` does not.
 */
function headsFigures({ cells }: Row, later: readonly Row[]): boolean {
  const below = later.flatMap((row) =>
    row.cells.slice(1).filter((cell, index) => cell !== '' && cells[index + 1] !== ''),
  );
  return below.filter(isFigure).length * 2 >= below.length;
}

/**
 * The rows of a header with the lines of each heading joined: `Weighted` / `Average` / `Price`. A row with a heading
 * over several columns, or with years, stays one of its own.
 */
export function joinHeader(rows: readonly Row[]): readonly Row[] {
  const joined: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const last = joined.at(-1);
    const gap = row.baseline - (rows[index - 1]?.baseline ?? 0);
    if (last && gap <= maxLeading * row.size && wrapsTo(last, row))
      joined[joined.length - 1] = joinRows(last, row);
    else joined.push(row);
  }
  return joined;
}

function wrapsTo(last: Row, row: Row): boolean {
  if (last.spansColumns || row.spansColumns) return false;
  if (last.cells[0] !== '' && row.cells.every((cell, index) => cell === '' || last.cells[index] !== ''))
    return row.cells[0] === '';
  const filled = last.cells.flatMap((cell, index) => (cell === '' ? [] : [index]));
  const below = filled.map((index) => row.cells[index] as string);
  const areYears = filled.every((index) => namesYear.test(last.cells[index] as string));
  // `Net sales` in the middle over 2018, 2017, 2016 heads all three.
  const isOverYears =
    below.some((cell) => year.test(cell)) && filled.length < row.cells.filter(Boolean).length - 1;
  return !below.includes('') && !areYears && !isOverYears;
}

/** A column that has nothing below its heading: the heading stands to the left of its figures, in a gap. */
export function withoutHeaderColumns(
  rows: readonly (readonly string[])[],
  headerRows: number,
): readonly (readonly string[])[] {
  if (headerRows === 0) return rows;
  let merged = rows;
  for (let column = (rows[0]?.length ?? 0) - 2; column > 0; column--) {
    const isBare = merged.slice(headerRows).every((row) => row[column] === '');
    const isFree = merged.every((row) => row[column] === '' || row[column + 1] === '');
    if (!isBare || !isFree) continue;
    merged = merged.map((row) => [
      ...row.slice(0, column),
      joinCells(row[column] as string, row[column + 1] as string),
      ...row.slice(column + 2),
    ]);
  }
  return merged;
}
