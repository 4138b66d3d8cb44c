import { formatColumns } from './format-columns.ts';
import type { Style } from './output.ts';
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
  const all = columns.map((column, place) => {
    const cells = rows.map((row) => row[place] ?? '');
    return { ...column, cells, widest: Math.max(...[column.head ?? '', ...cells].map(visibleWidth)) };
  });
  const shown = dropColumns(all, width);
  let room = width - shown.reduce((sum, column) => sum + leastWidth(column) + gap, -gap);
  const filled = shown.map(({ cells, widest, ...column }) => {
    const given = Math.min(widest, leastWidth({ ...column, widest }) + Math.max(0, room));
    room -= given - leastWidth({ ...column, widest });
    return cells.map((cell) => {
      const cut = visibleWidth(cell) > given && column.cut ? column.cut.by(cell, given) : cell;
      return column.colour ? style(column.colour, cut) : cut;
    });
  });
  const right = shown.flatMap(({ align }, place) => (align === 'right' ? [place] : []));
  const head = shown.map((column) => style('dim', column.head ?? ''));
  const lines = rows.map((_, row) => filled.map((cells) => cells[row] ?? ''));
  return formatColumns(shown.some((column) => column.head) ? [head, ...lines] : lines, { right });
}

interface MeasuredColumn extends TableColumn {
  readonly widest: number;
}

function dropColumns<Column extends MeasuredColumn>(
  columns: readonly Column[],
  width: number,
): readonly Column[] {
  const needed = columns.reduce((sum, column) => sum + leastWidth(column) + gap, -gap);
  const next = Math.min(...columns.map(({ dropOrder = Infinity }) => dropOrder));
  if (needed <= width || next === Infinity) return columns;
  return dropColumns(
    columns.filter(({ dropOrder }) => dropOrder !== next),
    width,
  );
}

function leastWidth({ cut, widest }: Pick<MeasuredColumn, 'cut' | 'widest'>): number {
  return cut ? Math.min(cut.least, widest) : widest;
}
