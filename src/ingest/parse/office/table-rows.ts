import type { TableRows } from '../document-builder.ts';

/**
 * Rows of cells made even: all of one length, blank rows and blank columns left out. `headerRows` counts those of
 * the first that are left.
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
    headerRows: rows.slice(0, headerRows).filter(isKept).length,
  };
}

function isKept(row: readonly string[]): boolean {
  return row.some((cell) => !isBlank(cell));
}

function isBlank(text: string): boolean {
  return text === '' || !/\S/.test(text);
}
