import type { TableRows } from '../document-builder.ts';
import { countHeaderRows } from '../header-rows.ts';

/**
 * Rows of cells made even: all of one length, blank rows and blank columns left out. `headerRows` counts those of
 * the first that are left, and those below a single one that its cells reach into, where they look like a header.
 */
export function tidyRows(rows: TableRows['rows'], headerRows: number): TableRows {
  const isUsed: boolean[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) if (!isBlank(cell)) isUsed[column] = true;
  }
  const columns = [...isUsed.keys()].filter((column) => isUsed[column]);
  const isEven = (row: readonly string[]): boolean =>
    row.length === columns.length && columns.length === isUsed.length;
  return {
    rows: rows.filter(isKept).map((row) => (isEven(row) ? row : columns.map((column) => row[column] ?? ''))),
    headerRows: rows.slice(0, reachOf(rows, headerRows)).filter(isKept).length,
  };
}

/** Whether so many cells in each row make no table but arrange text on the page: it is one row or one column. */
export function isLayout(rows: readonly (readonly unknown[])[]): boolean {
  return rows.length <= 1 || rows.every((cells) => cells.length <= 1);
}

/**
 * How many of the first rows are the header by what the file says: those that it marks, else the first where the
 * table's style has one, or where that row alone is set like one.
 */
export function givenHeaderRows<Row>(
  rows: readonly Row[],
  isMarked: (row: Row) => boolean,
  hasByStyle: boolean,
  isSetLikeOne: (row: Row) => boolean,
): number {
  const body = rows.findIndex((row) => !isMarked(row));
  if (body > 0) return body;
  const [first] = rows;
  const standsOut = first !== undefined && isSetLikeOne(first) && !rows.every(isSetLikeOne);
  return hasByStyle || standsOut ? 1 : 0;
}

/** A label that spans rows stands in each of them. */
function reachOf(rows: TableRows['rows'], headerRows: number): number {
  const [first = [], second = []] = rows;
  const reachesOn =
    headerRows === 1 && second.some((cell, column) => !isBlank(cell) && cell === first[column]);
  return reachesOn ? Math.max(headerRows, countHeaderRows(rows)) : headerRows;
}

function isKept(row: readonly string[]): boolean {
  return row.some((cell) => !isBlank(cell));
}

function isBlank(text: string): boolean {
  return text === '' || !/\S/.test(text);
}

/** Longer text is not a label. */
const maxLabelLength = 100;

/** A label that spans rows is repeated in each, so that a row stands for itself; any other text becomes blank. */
export function repeatedLabel(text: string): string {
  return text.length <= maxLabelLength ? text : '';
}
