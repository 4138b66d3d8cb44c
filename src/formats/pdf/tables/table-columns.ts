import { groupNeighbours } from '../../document/reading-order.ts';
import type { Fragment } from '../layout/fragment.ts';
import type { Line } from '../layout/lines.ts';

/** Rows with two cells or more that a table has at least. */
const minRows = 3;

/** `[left, right)` of a column. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** Share of a column's cells whose left edge, right edge or middle is in line. */
const minAligned = 0.6;

/** Share of cells that may fall into a column which their row has filled before. */
const maxCollisions = 0.1;

/** Cells of a table of two rows are shorter than this on average. */
const maxMeanPairCell = 40;

/** The columns that the lines share; undefined where they share none, and so are no table. */
export function tableColumns(lines: readonly Line[]): readonly Column[] | undefined {
  const rows = lines.filter(({ fragments }) => fragments.length > 1);
  const columns = coveredIntervals(rows);
  if (columns.length < 2) return undefined;
  const cells = rows.flatMap(({ fragments }) => fragments);
  const placed = rows.map(({ fragments }) => new Set(fragments.map((each) => columnOf(each, columns))).size);
  const collisions = cells.length - placed.reduce((sum, count) => sum + count, 0);
  const aligned = columns.map((_, index) =>
    alignedShare(cells.filter((cell) => columnOf(cell, columns) === index)),
  );
  const isTable =
    collisions <= maxCollisions * cells.length &&
    placed.filter((count) => count > 1).length >= minRows &&
    mean(aligned) >= minAligned;
  if (isTable) return columns;
  return isPair(lines, rows, columns) ? columns : undefined;
}

/** Two rows are a table only where nothing is left open: each has every cell, and all cells stand in line. */
function isPair(lines: readonly Line[], rows: readonly Line[], columns: readonly Column[]): boolean {
  const [first, second] = rows;
  if (!first || !second || rows.length !== 2 || lines.length !== 2) return false;
  const isFull = rows.every(({ fragments }) => fragments.length === columns.length);
  const cells = rows.flatMap(({ fragments }) => fragments);
  const characters = cells.reduce((sum, { text }) => sum + text.length, 0);
  return (
    isFull &&
    characters <= maxMeanPairCell * cells.length &&
    first.fragments.every((cell, index) => {
      const other = second.fragments[index] as Fragment;
      return Math.abs(cell.left - other.left) < 1 || Math.abs(cell.right - other.right) < 1;
    })
  );
}

/** Stretches of the width that cells cover; a heading that spans several columns does not join them. */
function coveredIntervals(rows: readonly Line[]): readonly Column[] {
  const allowed = rows.length >= 4 ? Math.max(1, Math.floor(0.12 * rows.length)) : 0;
  const cells = rows.flatMap(({ fragments }) => fragments);
  const lefts = Float64Array.from(cells, ({ left }) => left).toSorted();
  const rights = Float64Array.from(cells, ({ left, right }) => Math.max(right, left + 0.1)).toSorted();
  const columns: Column[] = [];
  let begun = 0;
  let left = 0;
  for (let ended = 0; ended < rights.length; ) {
    const right = rights[ended] as number;
    // Of edges at one place those that end come first.
    if (begun < lefts.length && (lefts[begun] as number) < right) {
      if (begun - ended === allowed) left = lefts[begun] as number;
      begun += 1;
    } else {
      ended += 1;
      if (begun - ended === allowed) columns.push({ left, right });
    }
  }
  return mergeNear(columns, rows[0]?.size ?? 10);
}

/** Columns that are hardly apart are one. */
function mergeNear(columns: readonly Column[], size: number): readonly Column[] {
  const groups = groupNeighbours(
    columns,
    (group, { left }) => left - (group.at(-1)?.right ?? 0) < 0.3 * size,
  );
  return groups.map((group) => ({ left: group[0]?.left ?? 0, right: group.at(-1)?.right ?? 0 }));
}

/** The column that a cell covers most of; the nearest where it covers none. */
export function columnOf(
  { left, right }: Pick<Fragment, 'left' | 'right'>,
  columns: readonly Column[],
): number {
  let best = 0;
  let bestOverlap = Number.NEGATIVE_INFINITY;
  for (const [index, column] of columns.entries()) {
    const overlap = Math.min(right, column.right) - Math.max(left, column.left);
    if (overlap > bestOverlap) {
      best = index;
      bestOverlap = overlap;
    }
  }
  return best;
}

function alignedShare(cells: readonly Fragment[]): number {
  const edges = [
    cells.map(({ left }) => left),
    cells.map(({ right }) => right),
    cells.map(({ left, right }) => (left + right) / 2),
  ];
  return Math.max(...edges.map(commonShare));
}

/** Share of values that lie near the most common one. */
function commonShare(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [index, value] of sorted.entries()) {
    while (value - (sorted[first] as number) > 4) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most / values.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
