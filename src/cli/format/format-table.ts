import type { Style } from '../output.ts';
import { formatColumns } from './format-columns.ts';
import { visibleWidth } from './terminal-width.ts';

/** A column of a table that fits the terminal. */
export interface TableColumn {
  /** Default: none; a line of heads stands above where some column has one. */
  readonly head?: string;
  /** Default: left. */
  readonly align?: 'right';
  /** How a cell is cut where the line has too little room, down to `least` columns. Default: it is not. */
  readonly cut?: { readonly least: number; readonly by: (text: string, width: number) => string };
  /** Left out where cutting is not enough: 1 is the first to go. Default: never. */
  readonly dropOrder?: number;
  /** Colour of its cells. */
  readonly colour?: Parameters<Style>[0];
}

const gap = 2;

/** Rows under the heads of their columns, in lines of at most `width`; the first columns that may be cut, least. */
export function formatTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number,
  style: Style,
): string {
  const shown = dropColumns(
    columns.map((column, place) => {
      const cells = rows.map((row) => row[place] ?? '');
      const widest = cells.reduce(
        (most, cell) => Math.max(most, visibleWidth(cell)),
        visibleWidth(column.head ?? ''),
      );
      return { ...column, cells, widest, least: Math.min(column.cut?.least ?? widest, widest) };
    }),
    width,
  );
  let room = Math.max(0, width - neededWidth(shown));
  const filled = shown.map(({ cells, widest, least, cut, colour }) => {
    const given = Math.min(widest, least + room);
    room -= given - least;
    return cells.map((cell) => {
      const fitting = cut && visibleWidth(cell) > given ? cut.by(cell, given) : cell;
      return colour ? style(colour, fitting) : fitting;
    });
  });
  const right = shown.flatMap(({ align }, place) => (align === 'right' ? [place] : []));
  const head = shown.map((column) => style('dim', column.head ?? ''));
  const lines = rows.map((_, row) => filled.map((cells) => cells[row] ?? ''));
  return formatColumns(shown.some((column) => column.head) ? [head, ...lines] : lines, { right });
}

/** A column with its widths, in columns of the terminal: of its widest cell, and what it can be cut down to. */
interface MeasuredColumn extends TableColumn {
  readonly cells: readonly string[];
  readonly widest: number;
  readonly least: number;
}

function dropColumns(columns: readonly MeasuredColumn[], width: number): readonly MeasuredColumn[] {
  const next = Math.min(...columns.map(({ dropOrder = Infinity }) => dropOrder));
  if (neededWidth(columns) <= width || next === Infinity) return columns;
  return dropColumns(
    columns.filter(({ dropOrder }) => dropOrder !== next),
    width,
  );
}

/** With every column cut as far as it can be. */
function neededWidth(columns: readonly MeasuredColumn[]): number {
  return columns.reduce((sum, { least }) => sum + least + gap, -gap);
}
