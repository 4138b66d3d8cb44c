import { columnLetters } from '../../text/places-within.ts';
import type { TableRows } from '../document-builder.ts';
import { groupNeighbours } from '../group-neighbours.ts';
import { isValue, looksLikeHeader } from '../header-rows.ts';
import type { SheetRow } from './sheet-rows.ts';
import { type GridRow, tableRows } from './table-rows.ts';

/** What stands on a sheet, from the top. */
export type SheetPiece =
  | { readonly kind: 'text'; readonly text: string; readonly cells: string }
  | ({ readonly kind: 'table' /** Of each row: `B2:D2`. */; readonly cells: readonly string[] } & TableRows);

/** Neighbouring rows over a range of columns; both ends are included. */
interface Region {
  readonly rows: readonly SheetRow[];
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/**
 * Finds the tables of a sheet. Blank rows part them, but rows behind a blank one that have no header of their own
 * and fit under the table above belong to it; blank columns part them where what stands right of it has labels of
 * its own. Lines of one cell above a table, and up to three cells alone, are text. `frozenRows` is how many rows stay
 * in sight when the sheet is scrolled: where a table begins within them, they are its header.
 */
export function sheetTables(rows: readonly SheetRow[], frozenRows: number): readonly SheetPiece[] {
  const groups = joinContinuations(rowGroups(rows.filter((row) => row.columns.length > 0)));
  return groups.flatMap(splitByColumns).flatMap((region) => regionPieces(region, frozenRows));
}

function rowGroups(rows: readonly SheetRow[]): readonly Region[] {
  return groupNeighbours(rows, (group, { number }) => number === (group.at(-1)?.number ?? 0) + 1).map(
    regionOf,
  );
}

function regionOf(rows: readonly SheetRow[]): Region {
  let firstColumn = Number.POSITIVE_INFINITY;
  let lastColumn = 0;
  for (const { columns } of rows) {
    firstColumn = Math.min(firstColumn, columns[0] ?? firstColumn);
    lastColumn = Math.max(lastColumn, columns.at(-1) ?? lastColumn);
  }
  return { rows, firstColumn, lastColumn };
}

function joinContinuations(groups: readonly Region[]): readonly Region[] {
  const joined: { rows: SheetRow[]; firstColumn: number; lastColumn: number }[] = [];
  for (const group of groups) {
    const above = joined.at(-1);
    if (above && continues(group, above)) for (const row of group.rows) above.rows.push(row);
    else joined.push({ ...group, rows: [...group.rows] });
  }
  return joined;
}

function continues(group: Region, above: Region): boolean {
  const first = group.rows[0] as SheetRow;
  const fits = group.firstColumn >= above.firstColumn && group.lastColumn <= above.lastColumn;
  return fits && above.rows.length > 1 && first.texts.length > 1 && !looksLikeHeader(first.texts);
}

function splitByColumns(region: Region): readonly Region[] {
  const columns = usedColumns(region.rows);
  const gaps = columns.filter((column, index) => index > 0 && column > (columns[index - 1] ?? 0) + 1);
  const parts: Region[] = [];
  let rest = region;
  for (const gap of gaps) {
    const left = columnsOf(rest, rest.firstColumn, gap - 1);
    const right = columnsOf(rest, gap, rest.lastColumn);
    if (!isTableOfItsOwn(left) || !isTableOfItsOwn(right)) continue;
    parts.push(left);
    rest = right;
  }
  return [...parts, rest];
}

/** In ascending order. */
function usedColumns(rows: readonly SheetRow[]): readonly number[] {
  const used = new Set<number>();
  for (const { columns } of rows) for (const column of columns) used.add(column);
  return [...used].toSorted((a, b) => a - b);
}

function columnsOf(region: Region, firstColumn: number, lastColumn: number): Region {
  const rows = region.rows.map((row) => {
    const isWithin = (_: unknown, index: number): boolean => {
      const column = row.columns[index] as number;
      return column >= firstColumn && column <= lastColumn;
    };
    return { ...row, columns: row.columns.filter(isWithin), texts: row.texts.filter(isWithin) };
  });
  return regionOf(rows.filter((row) => row.columns.length > 0));
}

/** Two columns or more, of which the first holds labels: numbers alone belong to the labels left of them. */
function isTableOfItsOwn({ rows, firstColumn, lastColumn }: Region): boolean {
  const labels = rows
    .slice(1)
    .flatMap(({ columns, texts }) => (columns[0] === firstColumn ? (texts[0] ?? []) : []));
  return lastColumn > firstColumn && labels.length > 0 && labels.filter(isValue).length * 2 < labels.length;
}

function regionPieces(region: Region, frozenRows: number): readonly SheetPiece[] {
  const isWide = region.lastColumn > region.firstColumn;
  // What heads several columns stands right of the first, be it alone in its row.
  const headsColumns = ({ columns: [first = 0], merged }: SheetRow): boolean =>
    first > region.firstColumn && merged !== undefined;
  const start = isWide ? region.rows.findIndex((row) => row.columns.length > 1 || headsColumns(row)) : 0;
  const pieces: SheetPiece[] = (start < 0 ? region.rows : region.rows.slice(0, start)).flatMap(cellTexts);
  const body = start < 0 ? [] : region.rows.slice(start);
  if (!isWide && isProse(body)) {
    return body.flatMap(cellTexts);
  }
  if (body.length > 0) pieces.push(tableOf(body, frozenRows));
  return pieces;
}

function cellTexts({ number, columns, texts }: SheetRow): SheetPiece[] {
  return texts.map((text, index) => ({
    kind: 'text',
    text,
    cells: `${columnLetters(columns[index] as number)}${number}`,
  }));
}

/** Too few cells for a table, or cells that are sentences. */
function isProse(rows: readonly SheetRow[]): boolean {
  const length = rows.reduce((sum, { texts }) => sum + (texts[0] ?? '').length, 0);
  return rows.length < 4 || length / rows.length > 60;
}

function tableOf(body: readonly SheetRow[], frozenRows: number): SheetPiece {
  const used = usedColumns(body);
  const places = new Map(used.map((column, place) => [column, place]));
  const grid = body.map(({ columns, texts, merged = [] }): GridRow => {
    const cells = used.map(() => '');
    for (const [index, column] of columns.entries())
      cells[places.get(column) as number] = texts[index] as string;
    const spans = merged.flatMap(({ column, lastColumn }) => {
      const from = places.get(column);
      return from === undefined ? [] : [{ from, to: placeBehind(used, lastColumn) }];
    });
    return { cells, spans, hasOwnWords: true };
  });
  const frozen = body.filter((row) => row.number <= frozenRows).length;
  const isFrozenHeader = frozen > 0 && frozen < body.length && frozen <= 5;
  const [first, last] = [columnLetters(used[0] ?? 1), columnLetters(used.at(-1) ?? 1)];
  const cells = body.map(({ number }) => `${first}${number}${first === last ? '' : `:${last}${number}`}`);
  return { kind: 'table', cells, ...tableRows(grid, isFrozenHeader ? frozen : undefined) };
}

/** How many of these columns, in ascending order, stand before one or are it. */
function placeBehind(used: readonly number[], column: number): number {
  const behind = used.findIndex((other) => other > column);
  return behind < 0 ? used.length : behind;
}
