import { rowCells } from '../../text/sentences/row-cells.ts';
import { isDelimiterRow } from '../../text/sentences/table-row.ts';
import { formatColumns } from './format-columns.ts';
import { printableLine, wrapLine } from './printable-text.ts';
import { visibleWidth } from './terminal-width.ts';

const gap = 2;

/** Columns that a cell needs to be read when its words are wrapped. */
const leastWidth = 12;

/**
 * Rows of a Markdown table as aligned columns, the words of a cell wrapped where a row would take more than `width`
 * columns. What stands behind the last bar of a row, as a footnote does, has a column of its own. Undefined where there
 * are too many columns for that, and where there is one row alone: its bars may be anything.
 */
export function formatRows(rows: readonly string[], width: number): string | undefined {
  const cells = rows.filter((row) => !isDelimiterRow(row)).map((row) => rowCells(row).map(printableLine));
  if (rows.length < 2 || cells.length === 0) return undefined;
  const widths = columnWidths(cells, width);
  if (widths === undefined) return undefined;
  return formatColumns(cells.flatMap((row) => wrappedRow(row, widths)));
}

/** The columns each takes: as many as its longest cell, else an equal share of what the shorter ones leave. */
function columnWidths(rows: readonly (readonly string[])[], width: number): readonly number[] | undefined {
  const widest: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries())
      widest[column] = Math.max(widest[column] ?? 0, visibleWidth(cell));
  let room = width - gap * (widest.length - 1);
  let share = room;
  const ascending = widest.toSorted((left, right) => left - right);
  for (const [place, needed] of ascending.entries()) {
    share = Math.floor(room / (ascending.length - place));
    if (needed > share) break;
    room -= needed;
  }
  if (share < leastWidth && Math.max(...widest) > share) return undefined;
  return widest.map((needed) => Math.min(needed, Math.max(share, leastWidth)));
}

/** The lines that a row takes, each with its part of every cell. */
function wrappedRow(row: readonly string[], widths: readonly number[]): readonly (readonly string[])[] {
  const wrapped = row.map((cell, column) => wrapLine(cell, widths[column] ?? leastWidth));
  const lines = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: lines }, (_, line) => wrapped.map((cell) => cell[line] ?? ''));
}
