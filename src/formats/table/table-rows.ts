import type { TableRows } from '../document/document-builder.ts';

/** A cell as the source has it, in the order of its row. */
export interface TableCell {
  readonly text: string;
  /** Columns and rows that it takes up, 1 where nothing is said. */
  readonly columns?: number;
  readonly rows?: number;
  /** Stands where a cell left of it or above it reaches, in formats that write such places out: it has no text. */
  readonly isCovered?: boolean;
}

/** A cell in formats that write each place out which a cell above it reaches. */
export interface WrittenCell {
  readonly text: string;
  readonly columns: number;
  /** Whether it goes on with the one above. */
  readonly isBelow: boolean;
}

/** The cells of rows, each of which may go on with cells of the row above. */
export function joinedDown(rows: readonly (readonly WrittenCell[])[]): readonly (readonly TableCell[])[] {
  /** Cells that reach down as far as was read, by their column. */
  const open = new Map<number, { rows: number }>();
  return rows.map((written) => {
    const cells: TableCell[] = [];
    for (const { text, columns, isBelow } of written) {
      const above = isBelow ? open.get(cells.length) : undefined;
      if (above) above.rows += 1;
      else {
        const own = { text, columns, rows: 1 };
        open.set(cells.length, own);
        cells.push(own);
      }
      for (let covered = above ? 0 : 1; covered < columns; covered++)
        cells.push({ text: '', isCovered: true });
    }
    return cells;
  });
}

/** Columns `[from, to)` that one cell of a row takes up, 0-based. */
interface CellSpan {
  readonly from: number;
  readonly to: number;
}

/** A row with a cell in each of its columns. */
export interface GridRow {
  /** A cell that reaches down stands in each of its rows, one that reaches across in the first of its columns. */
  readonly cells: readonly string[];
  /** Cells that take up several columns. */
  readonly spans: readonly CellSpan[];
  /** Whether a cell with words begins in it; else all that it shows reaches down from above. */
  readonly hasOwnWords: boolean;
}

/** Tables of texts and pages have no more columns that mean something. */
export const maxTableColumns = 200;

/** What spans may add to a table, in characters: a few bytes of source can ask for gigabytes. */
const maxSpanned = 200_000;

/** What a cell takes up without its text. */
const columnCost = 3;

/** Longer text is no label. */
const maxLabelLength = 200;

/** More header rows than these are none. */
const maxHeaderRows = 5;

/** A label that spans cells stands in each, so that a row stands for itself; any other text becomes blank. */
export function repeatedLabel(text: string): string {
  return text.length <= maxLabelLength ? text : '';
}

/** Whether so many cells in each row make no table but arrange text on the page: it is one row or one column. */
export function isLayout(rows: readonly (readonly unknown[])[]): boolean {
  return rows.length <= 1 || rows.every((cells) => cells.length <= 1);
}

interface Carried {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** Lays the cells of a table out in a grid, as HTML does: a cell takes the first place that none from above reaches. */
export function gridOf(rows: readonly (readonly TableCell[])[]): readonly GridRow[] {
  const isWrittenOut = rows.some((cells) => cells.some(({ isCovered }) => isCovered));
  let above = new Map<number, Carried>();
  let room = maxSpanned;
  return rows.map((cells) => {
    const line: string[] = [];
    const spans: CellSpan[] = [];
    const next = new Map<number, Carried>();
    const place = ({ text, columns, rows: reach }: Carried): void => {
      const from = line.length;
      const width = room > 0 ? Math.max(1, Math.min(columns, maxTableColumns - from)) : 1;
      if (reach > 1 && room > 0)
        next.set(from, { text: repeatedLabel(text), columns: width, rows: reach - 1 });
      line.push(text);
      while (line.length < from + width) line.push('');
      if (width > 1) spans.push({ from, to: from + width });
    };
    const takeCarried = (): boolean => {
      const carried = room > 0 ? above.get(line.length) : undefined;
      if (!carried) return false;
      room -= carried.text.length + columnCost * carried.columns;
      place(carried);
      return true;
    };
    for (const [at, { text, columns = 1, rows: reach = 1, isCovered = false }] of cells.entries()) {
      if (isCovered) {
        if (line.length <= at && !takeCarried()) line.push('');
        continue;
      }
      if (!isWrittenOut) while (takeCarried());
      room -= (columns - 1) * columnCost;
      place({ text, columns, rows: reach });
    }
    while (takeCarried());
    above = next;
    return { cells: line, spans, hasOwnWords: cells.some(({ text }) => !isBlank(text)) };
  });
}

/**
 * Rows of cells of one length, blank rows and blank columns left out, with the labels that span columns in each of
 * them: in header rows, and in rows below where the columns have names that differ. A label alone in its row, or one
 * that a row begins with, stands once.
 * @param marked how many of the first rows are the header by what the file says, those below it aside that its cells
 *   reach into; where that is undefined, what {@link countHeaderRows} takes for it
 */
export function tableRows(grid: readonly GridRow[], marked?: number): TableRows {
  const kept = grid.filter(({ hasOwnWords }) => hasOwnWords);
  const { rows, spans } = inUsedColumns(kept);
  const given =
    marked === undefined
      ? countHeaderRows(rows)
      : grid.slice(0, marked).filter(({ hasOwnWords }) => hasOwnWords).length;
  const headerRows = withRowsBelow(given, rows, spans);
  return { rows: withLabelsAcross(rows, spans, headerRows), headerRows };
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

function inUsedColumns(grid: readonly GridRow[]): {
  readonly rows: readonly (readonly string[])[];
  readonly spans: readonly (readonly CellSpan[])[];
} {
  const isUsed: boolean[] = [];
  for (const { cells } of grid) {
    for (const [column, cell] of cells.entries()) if (!isBlank(cell)) isUsed[column] = true;
  }
  const columns = [...isUsed.keys()].filter((column) => isUsed[column]);
  const isEven = columns.length === isUsed.length;
  /** How many of the columns that are used stand before one. */
  const before = (column: number): number =>
    isEven ? Math.min(column, columns.length) : columns.filter((used) => used < column).length;
  return {
    rows: grid.map(({ cells }) =>
      isEven && cells.length === columns.length ? cells : columns.map((column) => cells[column] ?? ''),
    ),
    spans: grid.map(({ spans }) =>
      spans.length === 0
        ? spans
        : spans
            .map(({ from, to }) => ({ from: before(from), to: before(to) }))
            .filter(({ from, to }) => to - from > 1),
    ),
  };
}

/** How many rows the header has with those below that its cells reach into, or that part what its cells span. */
function withRowsBelow(
  given: number,
  rows: readonly (readonly string[])[],
  spans: readonly (readonly CellSpan[])[],
): number {
  const [first = [], second = []] = rows;
  const reachesOn = given === 1 && second.some((cell, column) => !isBlank(cell) && cell === first[column]);
  let count = reachesOn ? Math.max(given, countHeaderRows(rows)) : given;
  if (spans[0]?.length) count = Math.max(count, rowsOfCorner(rows));
  if (count === 0 && parts(rows.slice(0, 3), spans[0])) count = 1;
  while (count > 0 && count < maxHeaderRows && count < rows.length - 1) {
    if (!parts(rows.slice(count - 1, count + 2), spans[count - 1])) break;
    count += 1;
  }
  return count;
}

/** How many rows the first cell of a table reaches down beside names that span columns; 0 where it is one. */
function rowsOfCorner(rows: readonly (readonly string[])[]): number {
  const corner = rows[0]?.[0];
  if (isBlank(corner)) return 0;
  const end = rows.findIndex((row) => row[0] !== corner || row.some((cell) => !isName(cell)));
  return end > 1 ? end : 0;
}

function isName(cell: string): boolean {
  return year.test(cell.trim()) || (!isValue(cell) && cell.length <= 100);
}

/**
 * Whether the second of three rows has names for the columns that cells of the first span: beside these it holds what
 * reaches into it from above, and where the third has values below the names, also names of columns that have none
 * above, or that have values below too: “Visitors” over “Day” beside “Members” over “Day” and “Season”.
 */
function parts(
  [above = [], row, below = []]: readonly (readonly string[])[],
  spans: readonly CellSpan[] = [],
): boolean {
  // A label over the whole table is its title.
  if (!row || spans.length === 0 || isAlone(above)) return false;
  const isSpanned = (column: number): boolean => spans.some(({ from, to }) => from <= column && column < to);
  const isOverValues = below.some((cell, column) => isSpanned(column) && isValue(cell));
  const areNames = row.every((cell, column) => {
    if (isBlank(cell) || cell === above[column]) return true;
    if (!isName(cell)) return false;
    return isSpanned(column) || (isOverValues && (isBlank(above[column]) || isValue(below[column] ?? '')));
  });
  return areNames && spans.some(({ from, to }) => namesIn(row.slice(from, to)).size > 1);
}

function withLabelsAcross(
  rows: readonly (readonly string[])[],
  spans: readonly (readonly CellSpan[])[],
  headerRows: number,
): readonly (readonly string[])[] {
  const isPlain = headerRows < 2 && spans.every((inRow) => inRow.length === 0);
  if (isPlain || headerRows === 0) return rows;
  const budget = { left: maxSpanned };
  const header = rows.slice(0, headerRows).map((row, place) => {
    const own = spans[place] ?? [];
    const groups = own.length > 0 || place + 1 === headerRows ? own : groupsOver(rows[place + 1], row);
    return withLabels(row, isAlone(row) ? groups.filter(({ from }) => from > 0) : groups, budget);
  });
  const names = (rows[0] ?? []).map((_, column) => header.map((row) => row[column] ?? '').join('\n'));
  const body = rows.slice(headerRows).map((row, place) => {
    const named = spans[headerRows + place]?.filter(
      ({ from, to }) => from > 0 && namesIn(names.slice(from, to)).size > 1,
    );
    return withLabels(row, named ?? [], budget);
  });
  return [...header, ...body];
}

/** A row with the labels of these spans in all of their columns, as long as there is room for copies. */
function withLabels(
  row: readonly string[],
  spans: readonly CellSpan[],
  budget: { left: number },
): readonly string[] {
  if (spans.length === 0) return row;
  const filled = [...row];
  for (const { from, to } of spans) {
    const label = repeatedLabel(row[from] ?? '');
    budget.left -= label.length * (to - from - 1);
    if (budget.left > 0) filled.fill(label, from, Math.min(to, filled.length));
  }
  return filled;
}

/**
 * Header rows of which nothing is known but the text of their cells, with labels in all columns that they stand over.
 */
export function withGroupLabels(header: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const budget = { left: maxSpanned };
  return header.map((row, place) => withLabels(row, groupsOver(header[place + 1], row), budget));
}

/** What labels of a header row stand over where the file has blank cells behind them, as what was merged once has. */
function groupsOver(below: readonly string[] | undefined, row: readonly string[]): readonly CellSpan[] {
  const groups: CellSpan[] = [];
  if (!below) return groups;
  for (let from = 0; from < row.length; from++) {
    if (isBlank(row[from]) || isBlank(below[from])) continue;
    let to = from + 1;
    while (to < row.length && (isBlank(row[to]) || row[to] === row[from]) && !isBlank(below[to])) to += 1;
    if (to - from > 1) groups.push({ from, to });
    from = to - 1;
  }
  return groups;
}

/** Whether the first cell of a row is the only one with words. */
function isAlone([, ...others]: readonly string[]): boolean {
  return others.every(isBlank);
}

function namesIn(cells: readonly string[]): ReadonlySet<string> {
  return new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text === '' || !/\S/.test(text);
}

/** A header is not read beyond this many rows. */
const maxRowsFound = 3;

/** Rows looked at to say which columns hold numbers. */
const sampleSize = 50;

const quantity =
  /^[(\p{Sc}\s]*[-+−]?[(\p{Sc}\s]*(?:\d[\d.,'\s]*(?:e[-+]?\d+)?|\.\d+)\s*[%)\p{Sc}]*(?:\s*\p{Lu}{3})?$/iu;
const moment =
  /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?)?$|^\d{1,2}:\d{2}(?::\d{2})?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;

/** A cell that is a year and nothing else: years head columns. */
export const year = /^(?:19|20|21)\d{2}$/;

/**
 * How many of the first rows of a table are its header, from the cells alone. Where columns hold quantities, dates
 * or truth values, the header is the rows above them that hold only words (or years, as column titles), at most
 * three; below one without a gap, a row that begins with a word of its own is none. Where all cells are words, the
 * header is the first row, or the first rows joined where each but the last has labels over several columns, if every
 * column, that of the row labels aside, has a short name by it, and two thirds of the names differ. A table of one row
 * has none.
 */
export function countHeaderRows(rows: readonly (readonly string[])[]): number {
  const first = rows[0];
  if (!first || rows.length < 2 || !looksLikeHeader(first)) return 0;
  const valueColumns = columnsOfValues(rows, first.length);
  if (valueColumns.length === 0) return headerOfWords(rows);
  const hasLabels = isFilledAndVaried(first) && !valueColumns.includes(0);
  const body = rows
    .slice(0, maxRowsFound + 1)
    .findIndex(
      (row, index) =>
        index > 0 &&
        !areYearsBelow(first, row) &&
        (valueColumns.some((column) => isValue(row[column] ?? '')) ||
          filled(row) < 2 ||
          (hasLabels && !['', first[0]?.trim()].includes(row[0]?.trim()))),
    );
  return Math.min(Math.max(1, body), rows.length - 1);
}

function headerOfWords(rows: readonly (readonly string[])[]): number {
  for (let count = 1; count <= maxRowsFound && count < rows.length; count++) {
    const header = withGroupLabels(rows.slice(0, count));
    if (!header.every(looksLikeHeader)) return 0;
    const names = (header[0] ?? []).map((_, column) =>
      header
        .map((row) => row[column]?.trim() ?? '')
        .join(' ')
        .trim(),
    );
    const [corner, ...others] = names;
    const isOverLabels =
      corner === '' && others.length > 1 && rows.slice(count).every(([label]) => !isBlank(label));
    if (isFilledAndVaried(isOverLabels ? others : names)) return count;
    if (!headsGroups(rows[count - 1] as readonly string[], rows[count] as readonly string[])) return 0;
  }
  return 0;
}

/** Whether labels of a row stand over several names each of the row below, which has nothing else of its own. */
function headsGroups(above: readonly string[], below: readonly string[]): boolean {
  const groups = groupsOver(below, above).filter(({ from }) => from > 0);
  if (parts([above, below], groups)) return true;
  const names = groups.map(({ from, to }) => below.slice(from, to).join('\n'));
  const isGrouped = (column: number) => groups.some(({ from, to }) => from <= column && column < to);
  return (
    new Set(names).size < names.length &&
    below.every((cell, column) => isGrouped(column) || isBlank(cell) || isBlank(above[column]))
  );
}

/** Whether a row could be a header: words, or years as column titles, and not a single cell among several. */
export function looksLikeHeader(row: readonly string[]): boolean {
  const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isWide = row.length === 1 || cells.length > 1;
  const areNames = cells.every(
    (cell) => cell.length <= 100 && !cell.endsWith(':') && (!isValue(cell) || year.test(cell)),
  );
  const allYears = row.length > 1 && cells.length === row.length && cells.every((cell) => year.test(cell));
  return cells.length > 0 && isWide && areNames && !allYears;
}

/** A box or a tick, alone or before its words. */
const tick = /^[☐☑☒✓✔✗✘](?:\s|$)/u;

/** Whether a cell holds a quantity, a date, a time, a truth value or a tick instead of words. */
export function isValue(cell: string): boolean {
  const text = cell.trim();
  if (tick.test(text)) return true;
  return text.length <= 40 && (quantity.test(text) || moment.test(text) || /^(?:true|false)$/i.test(text));
}

/** Whether a row is the titles of columns below one that spans them: words and different years. */
function areYearsBelow(above: readonly string[], row: readonly string[]): boolean {
  const years = row.filter((cell) => year.test(cell.trim()));
  return (
    years.length > 1 &&
    new Set(years).size === years.length &&
    filled(above) < filled(row) &&
    looksLikeHeader(['', ...row])
  );
}

function columnsOfValues(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const body = rows.slice(1, sampleSize + 1);
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const cells = body.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
    return cells.length > 0 && cells.filter(isValue).length * 2 > cells.length;
  });
}

function isFilledAndVaried(row: readonly string[]): boolean {
  const { size } = new Set(row.map((cell) => cell.trim()));
  return filled(row) === row.length && size * 3 > row.length * 2;
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}
