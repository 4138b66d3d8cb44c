import type { Style } from '../output.ts';
import { fitsIn, visibleWidth, wrapLine } from './terminal-text.ts';

/** Rows as aligned columns, two spaces apart. Colours do not count as width. */
export function formatColumns(
  rows: readonly (readonly string[])[],
  options: { right?: readonly number[] } = {},
): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, visibleWidth(cell));
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const fill = ' '.repeat((widths[column] ?? 0) - visibleWidth(cell));
          return options.right?.includes(column) ? fill + cell : cell + fill;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A count with its noun: `1 file`, `2 files`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number with thin groups of three, for people: `12 345`. */
export function formatNumber(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** A span of time to the precision that matters: `850 ms`, `3.2 s`, `2 min 5 s`, `1 h 20 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A share of 1 in hundredths: `83 %`, with one digit `83.3 %`. */
export function formatPercent(share: number, digits = 0): string {
  return `${(100 * share).toFixed(digits)} %`;
}

/** A size in binary units: `512 B`, `1.4 KiB`, `23 MiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  for (const unit of ['B', 'KiB', 'MiB', 'GiB']) {
    if (value < 1023.5)
      return `${unit === 'B' || value >= 9.95 ? Math.round(value) : value.toFixed(1)} ${unit}`;
    value /= 1024;
  }
  return `${value.toFixed(1)} TiB`;
}

/** A moment to the minute, in UTC as it was written down: `2026-05-01 10:00`. `moment` is in ISO 8601. */
export function formatMinute(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

/** A share as a bar of so many columns; one below 0 is empty, one above 1 full. */
export function formatBar(share: number, columns: number, style: Style): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * columns);
  return style('cyan', '█'.repeat(filled)) + style('dim', '░'.repeat(columns - filled));
}

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

/** A name and what is said of it; null where there is nothing to say. */
export type Fact = readonly [name: string, value: string | null];

/** With less room beside the names, what is said stands below them. */
const leastRoom = 20;
const belowIndent = 4;

/** Names and what is said of each, in lines of at most `width`; without those of which there is nothing to say. */
export function formatFacts(facts: readonly Fact[], width: number, style: Style): string {
  const said = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null);
  const nameWidth = Math.max(...said.map(([name]) => visibleWidth(name)));
  const isBeside = width - nameWidth - gap >= leastRoom;
  const indent = ' '.repeat(isBeside ? nameWidth + gap : belowIndent);
  return said
    .map(([name, value]) => {
      const lines = wrapLine(value, width - indent.length).join(`\n${indent}`);
      const space = isBeside ? ' '.repeat(indent.length - visibleWidth(name)) : `\n${indent}`;
      return (style('dim', name) + space + lines).trimEnd();
    })
    .join('\n');
}

/** What is said of each name in several cells: in columns where these fit, else as {@link formatFacts}. */
export function formatFactColumns(
  rows: readonly (readonly [name: string, ...cells: string[]])[],
  width: number,
  style: Style,
): string {
  const table = formatColumns(rows);
  if (fitsIn(table, width)) return table;
  return formatFacts(
    rows.map(([name, ...cells]) => [name, cells.join(' ')]),
    width,
    style,
  );
}
