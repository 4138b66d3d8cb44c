import { columnLetters } from '../../text/places-within.ts';
import type { DocumentBuilder, TableRows } from '../document/document-builder.ts';
import { isTitleLine } from '../document/headings-by-look.ts';
import { groupNeighbours } from '../document/reading-order.ts';
import { commentText, type OfficeComment } from '../office/document-writer.ts';
import { refused } from '../zip/zip-archive.ts';
import { type GridRow, isValue, looksLikeHeader, repeatedLabel, tableRows } from './table-rows.ts';

/** A sheet of a workbook, its labels of merged cells repeated. */
interface Sheet {
  readonly name: string;
  /** 1-based, among all sheets of the workbook. */
  readonly page: number;
  readonly isHidden: boolean;
  readonly rows: readonly SheetRow[];
  /** How many rows stay in sight when the sheet is scrolled. */
  readonly frozenRows: number;
}

/**
 * Writes the cells of a sheet under its name, nothing of a blank one. Where it is hidden, its name says so, and so does
 * the warning that is returned.
 */
export function writeSheet(
  { name, page, isHidden, rows, frozenRows }: Sheet,
  builder: DocumentBuilder,
): readonly string[] {
  builder.startPage(page);
  const pieces = sheetTables(rows, frozenRows);
  if (pieces.length > 0) builder.heading(2, isHidden ? `${name} (hidden sheet)` : name);
  const titles = titlesOf(pieces);
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      const write = () =>
        titles.has(piece) ? builder.heading(3, piece.text) : builder.paragraph(piece.text);
      builder.placed({ sheet: name, cells: piece.cells }, write);
    } else {
      const placeOf = (row: number) => ({ sheet: name, cells: piece.cells[row] as string });
      builder.table(piece.rows, piece.headerRows, { placeOf });
    }
  }
  return isHidden ? [`the sheet "${name}" is hidden; its text was kept`] : [];
}

/** Lines right above a table each, where a sheet has several and all have one: under it stands what the table says. */
function titlesOf(pieces: readonly SheetPiece[]): ReadonlySet<SheetPiece> {
  const tables = pieces.filter(({ kind }) => kind === 'table');
  const titles = pieces.filter((piece, place) => {
    const below = pieces[place + 1];
    if (piece.kind !== 'text' || below?.kind !== 'table' || !isTitleLine(piece.text)) return false;
    return firstRow(below.cells[0]) === firstRow(piece.cells) + 1;
  });
  return tables.length > 1 && titles.length === tables.length ? new Set(titles) : new Set();
}

/** Of a cell or a range of cells: 2 of `B2:D2`. */
function firstRow(cells = ''): number {
  return Number(/\d+/.exec(cells)?.[0]);
}

/** Writes what is said of cells of a sheet. */
export function writeComments(
  sheet: string,
  comments: readonly OfficeComment[],
  builder: DocumentBuilder,
): void {
  for (const comment of comments) {
    const write = () => builder.paragraph(commentText(comment));
    if (comment.cell) builder.placed({ sheet, cells: comment.cell }, write);
    else write();
  }
}

/** What the report says of formulas that no program has computed. */
export function missingResultsWarnings(count: number): readonly string[] {
  if (count === 0) return [];
  const formulas = count === 1 ? '1 formula has' : `${count} formulas have`;
  return [`${formulas} no result stored in the file; open and save it in a spreadsheet program`];
}

/** What stands on a sheet, from the top. */
type SheetPiece =
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
 * its own. Lines of one cell above a table, notes in one cell below it, and up to three cells alone, are text.
 * `frozenRows` is how many rows stay in sight when the sheet is scrolled: where a table begins within them, they are
 * its header.
 */
function sheetTables(rows: readonly SheetRow[], frozenRows: number): readonly SheetPiece[] {
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
  const notes = isWide ? notesBelow(body) : 0;
  const table = body.slice(0, body.length - notes);
  if (table.length > 0) pieces.push(tableOf(table, frozenRows));
  return [...pieces, ...body.slice(table.length).flatMap(cellTexts)];
}

/** What begins a note on the table above it. */
const noteMark = /^(?:[*†‡§¶¹²³⁴-⁹]|\(?\d\))\s?\p{L}/u;

/**
 * How many of the last rows are lines of text below a table: a first cell alone that is a sentence, has the mark of a
 * note, or says something behind a colon, as no row above it does.
 */
function notesBelow(rows: readonly SheetRow[]): number {
  const isNote = ({ columns, texts }: SheetRow): boolean => {
    const [text = ''] = texts;
    if (columns.length !== 1 || columns[0] !== rows[0]?.columns[0]) return false;
    return noteMark.test(text) || /\p{L}{2,}\S*[.!?]$/u.test(text) || /^\p{L}[^:]{2,40}: \S/u.test(text);
  };
  const last = rows.findLastIndex((row) => !isNote(row));
  // Sentences alone are what the first column holds.
  const isTable = last > 0 && rows.slice(1, last + 1).every((row) => !isNote(row));
  return isTable ? rows.length - 1 - last : 0;
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

/** A row's cells that are not blank. */
export interface SheetRow {
  /** 1-based, as the sheet shows it. */
  readonly number: number;
  /** 1-based columns in ascending order, one for each text. */
  readonly columns: readonly number[];
  readonly texts: readonly string[];
  /** Those of its cells that are merged over several columns. */
  readonly merged?: readonly Pick<MergedCells, 'column' | 'lastColumn'>[];
}

/** The last column of a sheet, XFD. */
export const maxColumns = 16_384;

/** Cells that are merged: the columns and rows that they span, all 1-based, both ends included. */
export interface MergedCells {
  readonly column: number;
  readonly lastColumn: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** A sheet has no more rows with merged cells than this that mean something. */
const maxRepeats = 100_000;

/**
 * Rows with the labels of cells that are merged over several rows repeated in each that has other cells, and with what
 * is merged over columns in each row noted.
 */
export function withMergedCells(
  rows: readonly SheetRow[],
  merged: readonly MergedCells[],
): readonly SheetRow[] {
  if (merged.length === 0) return rows;
  const changed = [...rows];
  const places = new Map(rows.map((row, place) => [row.number, place]));
  let repeats = 0;
  for (const { column, lastColumn, firstRow, lastRow } of merged) {
    const first = places.get(firstRow);
    const text = first === undefined ? undefined : textAt(changed[first] as SheetRow, column);
    if (first === undefined || text === undefined) continue;
    for (let place = first; place < changed.length && repeats < maxRepeats; place++) {
      const row = changed[place] as SheetRow;
      if (row.number > lastRow) break;
      repeats += 1;
      if (row.columns.length === 0) continue;
      const filled = place === first ? row : withCell(row, column, repeatedLabel(text));
      const merged = [...(filled.merged ?? []), { column, lastColumn }];
      changed[place] = lastColumn > column ? { ...filled, merged } : filled;
    }
  }
  return changed;
}

function textAt(row: SheetRow, column: number): string | undefined {
  const index = row.columns.indexOf(column);
  return index < 0 ? undefined : row.texts[index];
}

function withCell(row: SheetRow, column: number, text: string): SheetRow {
  if (text === '' || row.columns.includes(column)) return row;
  const next = row.columns.findIndex((other) => other > column);
  const at = next < 0 ? row.columns.length : next;
  return {
    ...row,
    columns: row.columns.toSpliced(at, 0, column),
    texts: row.texts.toSpliced(at, 0, text),
  };
}

/** What lies over a cell, of which column and row are 1-based. */
export interface PlacedText {
  readonly column: number;
  readonly row: number;
  readonly text: string;
}

/** Rows with what lies over their cells in them, before the words of the cell itself. */
export function withCells(rows: readonly SheetRow[], placed: readonly PlacedText[]): readonly SheetRow[] {
  if (placed.length === 0) return rows;
  const changed = new Map(rows.map((row) => [row.number, row]));
  for (const { column, row: number, text } of placed) {
    const row = changed.get(number) ?? { number, columns: [], texts: [] };
    const at = row.columns.indexOf(column);
    const filled = at < 0 ? row.texts : row.texts.with(at, `${text} ${row.texts[at]}`);
    changed.set(number, at < 0 ? withCell(row, column, text) : { ...row, texts: filled });
  }
  return [...changed.values()].toSorted((a, b) => a.number - b.number);
}

/** Cells share their strings, or repeat, so that a small file can hold a boundless text. */
const maxTextLength = 200_000_000;

/** Counts the characters of a workbook's cells. */
export class CellTextLimit {
  readonly #path: string;
  #length = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Errors: `archive_refused` beyond the limit. */
  add(texts: readonly string[]): void {
    for (const text of texts) this.#length += text.length;
    if (this.#length <= maxTextLength) return;
    throw refused(this.#path, `its cells hold more than the limit of ${maxTextLength} characters`);
  }
}
