import { isValue, year } from '../../table/table-rows.ts';
import type { Line } from '../layout/lines.ts';
import { type Column, columnOf } from './table-columns.ts';

/** A row with its cells by column, empty where it has none. */
export interface Row {
  /** Those of several lines with a line feed between two. */
  readonly cells: readonly string[];
  readonly baseline: number;
  readonly size: number;
  readonly isBold: boolean;
  /** Whether one of its cells stands over several columns. */
  readonly spansColumns: boolean;
}

/** Points by which a cell reaches into another column than its own before it counts as spanning both. */
const minReach = 2;

const nothing = /^\p{Sc}?\s*[-–—]$/u;

/** The row that a line makes. */
export function rowOf(line: Line, columns: readonly Column[]): Row {
  const cells = columns.map(() => '');
  for (const fragment of line.fragments) {
    const index = columnOf(fragment, columns);
    cells[index] = joinCells(cells[index] as string, fragment.text);
  }
  const spansColumns = line.fragments.some(
    ({ left, right }) =>
      columns.filter((column) => right - column.left > minReach && column.right - left > minReach).length > 1,
  );
  return { cells, baseline: line.baseline, size: line.size, isBold: line.isBold, spansColumns };
}

/** Two pieces of one cell in one line. */
export function joinCells(before: string, after: string): string {
  if (/\p{L}-$/u.test(before)) return before + after;
  return before === '' || after === '' ? before + after : `${before} ${after}`;
}

/** Two lines of one row. */
export function joinRows(row: Row, next: Row): Row {
  const cells = row.cells.map((cell, index) => [cell, next.cells[index]].filter(Boolean).join('\n'));
  return { ...row, cells };
}

/** An amount, a date, or the dash that stands for none; years head columns. */
export function isFigure(cell: string): boolean {
  return nothing.test(cell) || (isValue(cell) && !year.test(cell));
}

/** Whether a row has a first cell and no other. */
export function isLabelOnly({ cells }: Row): boolean {
  return cells[0] !== '' && cells.every((cell, index) => index === 0 || cell === '');
}
