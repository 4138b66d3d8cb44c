import type { TableRows } from '../../document/document-builder.ts';
import { groupNeighbours } from '../../document/reading-order.ts';
import { countHeaderRows, isValue, year } from '../../table/table-rows.ts';
import type { Fragment, Line } from '../layout/lines.ts';

/** Puts the cells of a table's lines into its columns, joins wrapped lines to one row, and tells the header. */
export function tableRows(lines: readonly Line[], columns: readonly Column[]): TableRows {
  const rows = withOneValue(joinWrapped(joinCentred(lines.map((line) => rowOf(line, columns)))));
  const areWords = !rows.some(({ cells }) => cells.some(isFigure));
  const groups = allGroups(rows, { isWrap: true, areWords });
  const spanning = rows.map((row, place) => (groups[place]?.length ? { ...row, spansColumns: true } : row));
  const labelled = spanning.map((row, place) => withGroups(row, groups[place] ?? []));
  // Of words alone, only labels over several names tell a header from the rows below it.
  const ofWords = areWords ? countHeaderRows(labelled.map(({ cells }) => cells)) : 0;
  const count = ofWords > 1 ? ofWords : countHeadingRows(labelled);
  const header = joinHeader(spanning.slice(0, count));
  const headerGroups = allGroups(header);
  const names = header.map((row, place) => withGroups(row, headerGroups[place] ?? []).cells);
  const cells = [...header, ...withSharedLabels(rows.slice(count))].map((row) => row.cells);
  return { rows: withoutHeaderColumns(cells, names), headerRows: header.length };
}

/**
 * The rows of a form, names with one value each, in two columns: values that stand in the middle or at the right of
 * their field seem to have a column of their own. Other rows as they are.
 */
function withOneValue(rows: readonly Row[]): readonly Row[] {
  const isForm = rows.every(
    ({ cells }) => cells[0] !== '' && cells.filter((cell) => cell !== '').length <= 2,
  );
  if (!isForm) return rows;
  return rows.map((row) => {
    const value = row.cells.findIndex((cell, column) => column > 0 && cell !== '');
    if (value < 0) return { ...row, cells: row.cells.slice(0, 2), extents: row.extents.slice(0, 2) };
    return {
      ...row,
      cells: [row.cells[0] as string, row.cells[value] as string],
      extents: [row.extents[0], row.extents[value]],
    };
  });
}

/** How many font sizes the distances of the lines above and below the middle of a row may differ. */
const offMiddle = 0.15;

/**
 * Rows with cells of two or four lines in whose middle the other cells stand as one: half of these lines are above the
 * row's label, as many below it, in columns that have nothing beside the label.
 */
function joinCentred(rows: readonly Row[]): readonly Row[] {
  const joined: Row[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as Row;
    const next = rows[index + 1];
    if (next && isBesideHeads(joined.at(-1), row, next)) {
      // Nothing stands over these of the row.
      const free = { ...row, extents: row.extents.map(() => undefined) };
      joined.push({ ...joinRows(free, next), baseline: next.baseline });
      index += 1;
      continue;
    }
    let lines = 0;
    while (
      lines < joined.length &&
      isAroundMiddle(joined.at(-1 - lines), row, rows[index + lines + 1], lines)
    )
      lines += 1;
    const around = [
      ...joined.splice(joined.length - lines),
      row,
      ...rows.slice(index + 1, index + 1 + lines),
    ];
    joined.push({ ...around.reduce(joinRows), baseline: row.baseline });
    index += lines;
  }
  return joined;
}

/** Whether a row heads the columns beside two levels of headings: `Port` half way between `Spring` and `Cod   Eel`. */
function isBesideHeads(above: Row | undefined, row: Row, below: Row): boolean {
  return (
    above !== undefined &&
    row.cells[0] !== '' &&
    isHalfWay(above, row, below) &&
    filledIn(above) < filledIn(below) &&
    row.cells.every((cell, column) => {
      const others = [above.cells[column] as string, below.cells[column] as string];
      return ![cell, ...others].some(isFigure) && (cell === '' || others.join('') === '');
    })
  );
}

function isHalfWay(above: Row, row: Row, below: Row): boolean {
  return Math.abs(2 * row.baseline - above.baseline - below.baseline) <= offMiddle * row.size;
}

function filledIn({ cells }: Row): number {
  return cells.filter((cell) => cell !== '').length;
}

/** Whether two lines stand as far above a row as below it, where it has no cells; `between` others are in between. */
function isAroundMiddle(above: Row | undefined, row: Row, below: Row | undefined, between: number): boolean {
  if (!above || !below || row.cells[0] === '') return false;
  return (
    isHalfWay(above, row, below) &&
    row.baseline - above.baseline <= (0.5 + between) * maxCellLeading * row.size &&
    row.cells.every((cell, column) => {
      const [one, other] = [above.cells[column] as string, below.cells[column] as string];
      return (one === '') === (other === '') && (cell === '' || one === '') && !isFigure(one || 'words');
    })
  );
}

/** Lines of one cell are no further apart than this many font sizes. */
const maxCellLeading = 2.1;

/** Share of the usual distance from which on two lines are not closer together than others. */
const tight = 0.78;

/** Lines of one row as one. Those without a label that stand closer than lines with one do are of the row above. */
function joinWrapped(rows: readonly Row[]): readonly Row[] {
  const gaps = rows.map((row, index) => row.baseline - (rows[index - 1] ?? row).baseline).slice(1);
  const pitch = median(gaps);
  const labelPitch = median(gaps.filter((_, index) => rows[index + 1]?.cells[0] !== ''));
  const joined: Row[] = [];
  let lastBaseline = 0;
  for (const row of rows) {
    const last = joined.at(-1);
    const gap = row.baseline - lastBaseline;
    if (
      last &&
      (belongsTo(last, row, gap, pitch) || (gap < tight * labelPitch && isRestOfWords(last, row)))
    ) {
      joined[joined.length - 1] = joinRows(last, row);
    } else joined.push(row);
    lastBaseline = row.baseline;
  }
  return joined;
}

/** Whether a line goes on with the row above it. `gap` is the distance to the line above, `pitch` the usual one. */
function belongsTo(last: Row, row: Row, gap: number, pitch: number): boolean {
  const isShifted =
    gap < 0.7 * row.size && row.cells.every((cell, index) => cell === '' || last.cells[index] === '');
  const isTight = gap < 1.35 * row.size && gap < tight * pitch;
  const isWrapped = gap < 1.7 * row.size && isRestOfCell(last, row);
  return (
    isShifted ||
    isWrapped ||
    isRestOfLabel(last, row) ||
    isRestOfRow(last, row) ||
    (isTight && canBeOne(last, row))
  );
}

/** Words below words, in a row with a label: `Ann Lee   Head of sales and   Clerk, north` / `marketing   and south`. */
function isRestOfWords(last: Row, row: Row): boolean {
  return (
    last.cells[0] !== '' &&
    row.cells[0] === '' &&
    row.cells.every((cell, index) => cell === '' || (isWords(cell) && isWords(last.cells[index] as string)))
  );
}

function isWords(cell: string): boolean {
  return cell !== '' && !isFigure(cell);
}

/** One cell in mid-row below one, both of words: `Winter Wonderland` / `(Runtime: 98 min)`. */
function isRestOfCell(last: Row, row: Row): boolean {
  const filled = row.cells.filter((cell) => cell !== '').length;
  const index = row.cells.findIndex((cell) => cell !== '');
  const above = last.cells[index] ?? '';
  const filledAbove = last.cells.filter((cell) => cell !== '').length;
  return (
    filled === 1 &&
    index > 0 &&
    (filledAbove > 2 || (filledAbove === 2 && /^\p{Ll}/u.test(row.cells[index] as string))) &&
    row.isBold === last.isBold &&
    isWords(above) &&
    isWords(row.cells[index] as string)
  );
}

/** Lines of one row have no figures below each other and no new label below a label. */
function canBeOne(last: Row, row: Row): boolean {
  const hasFigures = last.cells.some((cell, index) => isFigure(cell) || isFigure(row.cells[index] as string));
  return !hasFigures && !isLabelOnly(last) && !(isLabelOnly(row) && !/^\p{Ll}/u.test(row.cells[0] as string));
}

/** `Net income attributable to` / `noncontrolling interest   5   6`; also behind a hyphen, and within brackets. */
function isRestOfLabel(last: Row, row: Row): boolean {
  const [label, before] = [row.cells[0] as string, last.cells[0] as string];
  const goesOn = (/^\p{Ll}/u.test(label) && !before.endsWith(':')) || /\p{L}-$|\([^)]*$/u.test(before);
  return isLabelOnly(last) && label !== '' && goesOn;
}

/** `Net income   5   6` / `attributable to noncontrolling interest`. */
function isRestOfRow(last: Row, row: Row): boolean {
  return isLabelOnly(row) && !isLabelOnly(last) && /^\p{Ll}/u.test(row.cells[0] as string);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A row with its cells by column, empty where it has none. */
export interface Row {
  /** Those of several lines with a line feed between two. */
  readonly cells: readonly string[];
  readonly baseline: number;
  readonly size: number;
  readonly isBold: boolean;
  /** Whether one of its cells stands over several columns. */
  readonly spansColumns: boolean;
  /** What its cells take up of the width, where that is known. */
  readonly extents: readonly (Column | undefined)[];
}

/** Points by which a cell reaches into another column than its own before it counts as spanning both. */
const minReach = 2;

const nothing = /^\p{Sc}?\s*[-–—]$/u;

/** The row that a line makes. */
function rowOf(line: Line, columns: readonly Column[]): Row {
  const cells = columns.map(() => '');
  const extents: (Column | undefined)[] = columns.map(() => undefined);
  for (const fragment of line.fragments) {
    const index = columnOf(fragment, columns);
    cells[index] = joinCells(cells[index] as string, fragment.text);
    extents[index] = around(extents[index], fragment);
  }
  const spansColumns = line.fragments.some(
    ({ left, right }) =>
      columns.filter((column) => right - column.left > minReach && column.right - left > minReach).length > 1,
  );
  const { baseline, size, isBold } = line;
  return { cells, extents, baseline, size, isBold, spansColumns };
}

function around(one: Column | undefined, other: Column | undefined): Column | undefined {
  if (!one || !other) return one ?? other;
  return { left: Math.min(one.left, other.left), right: Math.max(one.right, other.right) };
}

/** A label stands no further from the middle of its names than this share of the distance between two of them. */
const maxAside = 0.4;

/** Columns `[from, to)` that one label stands over. */
interface Group {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** By row, those of its labels: over all columns that the labels below them stand over. */
function allGroups(
  rows: readonly Row[],
  options?: { readonly isWrap: boolean; readonly areWords: boolean },
): readonly (readonly Group[])[] {
  const groups: (readonly Group[])[] = [];
  for (const [place, row] of [...rows.entries()].toReversed())
    groups[place] = groupsOver(row, rows[place + 1], { ...options, below: groups[place + 1] });
  return groups;
}

/**
 * The columns that labels of a row stand over: each name of the row below belongs to the nearest label, if the label
 * then stands in the middle over its names. `isWrap`: a label in line with a name below it may be its first
 * line, unless all cells are words and that is a label itself;
 * `below`: the columns of the names that are labels themselves.
 */
function groupsOver(
  { cells, extents, size }: Row,
  next: Row | undefined,
  {
    isWrap = false,
    areWords = false,
    below = [],
  }: { readonly isWrap?: boolean; readonly areWords?: boolean; readonly below?: readonly Group[] } = {},
): readonly Group[] {
  const names = placed(next);
  const labelAt = (name: { column: number }) => below.find(({ column }) => column === name.column);
  const labels = placed({ cells, extents });
  if (names.length < 2 || labels.length === 0) return [];
  const nearest = Map.groupBy(names, (name) =>
    labels.reduce((best, label) => (distance(label, name) < distance(best, name) ? label : best)),
  );
  return labels.flatMap((label) => {
    const own = nearest.get(label) ?? [];
    const [first, last] = [own[0], own.at(-1)];
    // Over two names a label stands over neither of them.
    const isOverOne = own.length % 2 === 0 && own.some((name) => distance(label, name) < size / 2);
    const mayWrap =
      isOverOne ||
      (isWrap && names.some((name) => !(areWords && labelAt(name)) && areInLine(label, name, size / 2)));
    if (!first || !last || mayWrap) return [];
    const [from, to] = [labelAt(first)?.from ?? first.column, labelAt(last)?.to ?? last.column + 1];
    const pitch = first === last ? 2 * size : distance(first, last) / (own.length - 1);
    const isMiddle = distance({ left: first.left, right: last.right }, label) < maxAside * pitch;
    return isMiddle && to - from > 1 ? [{ column: label.column, from, to }] : [];
  });
}

/** The cells of a row behind its own label, by their places. */
function placed(row: Pick<Row, 'cells' | 'extents'> | undefined): readonly (Column & { column: number })[] {
  return (row?.extents ?? []).flatMap((extent, column) =>
    extent && column > 0 && row?.cells[column] !== '' ? [{ ...extent, column }] : [],
  );
}

/** Between the middles of two stretches. */
function distance(one: Column, other: Column): number {
  return Math.abs(one.left + one.right - other.left - other.right) / 2;
}

/** Whether two stretches begin, end or have their middle at one place. */
function areInLine(one: Column, other: Column, tolerance: number): boolean {
  const gaps = [one.left - other.left, one.right - other.right];
  return distance(one, other) < tolerance || gaps.some((gap) => Math.abs(gap) < tolerance);
}

/** A row with its labels in all columns that they stand over. */
function withGroups(row: Row, groups: readonly Group[]): Row {
  if (groups.length === 0) return row;
  const cells = [...row.cells];
  for (const { column, from, to } of groups) cells.fill(row.cells[column] as string, from, to);
  return { ...row, cells };
}

/** Two pieces of one cell in one line. */
function joinCells(before: string, after: string): string {
  if (/\p{L}-$/u.test(before)) return before + after;
  return before === '' || after === '' ? before + after : `${before} ${after}`;
}

/** Two lines of one row. */
function joinRows(row: Row, next: Row): Row {
  const cells = row.cells.map((cell, index) => [cell, next.cells[index]].filter(Boolean).join('\n'));
  const extents = row.extents.map((extent, index) => around(extent, next.extents[index]));
  return { ...row, cells, extents };
}

/** An amount, a date, a box to tick, or the dash that stands for none; years head columns. */
export function isFigure(cell: string): boolean {
  return nothing.test(cell) || /^[☐☑☒]$/u.test(cell) || (isValue(cell) && !year.test(cell));
}

/** Rows with a label that stands in the middle beside several of them, as merged cells have it, in each of these. */
function withSharedLabels(rows: readonly Row[]): readonly Row[] {
  const labels: { readonly label: string; readonly middle: number }[] = [];
  const whole: Row[] = [];
  for (const row of rows) {
    const [label = ''] = row.cells;
    // By itself on its line it stands between two rows.
    if (label !== '') labels.push({ label, middle: whole.length - (isLabelOnly(row) ? 0.5 : 0) });
    if (!isLabelOnly(row)) whole.push(row);
  }
  const labelled: Row[] = [];
  for (const { label, middle } of labels) {
    const end = 2 * middle - labelled.length;
    if (middle < labelled.length || end >= whole.length) return rows;
    for (const row of whole.slice(labelled.length, end + 1))
      labelled.push({ ...row, cells: [label, ...row.cells.slice(1)] });
  }
  const isWhole = labelled.every(({ cells }) => !cells.includes(''));
  return isWhole && labelled.length === whole.length ? labelled : rows;
}

/** Whether a row has a first cell and no other. */
function isLabelOnly({ cells }: Row): boolean {
  return cells[0] !== '' && cells.every((cell, index) => index === 0 || cell === '');
}

/** Rows with two cells or more that a table has at least. */
export const minRows = 3;

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

/** Lines of one heading, of a column or a text, are no further apart than this many font sizes. */
export const maxTitleLeading = 1.4;

/** Between a label over several columns and the names below it, in font sizes. */
const maxSpanLeading = 2;

const namesYear = /\b(?:19|20)\d\d\b/;

/**
 * How many rows at the top head the columns of what is printed: those with nothing in the first column and no figures;
 * and one more with a label and no figures, where it is the first, is bold or stands over figures.
 */
export function countHeadingRows(rows: readonly Row[]): number {
  const open = rows.findIndex(({ cells }) => cells[0] !== '' || cells.some(isFigure));
  const labelled = rows[open];
  if (!labelled) return 0;
  const values = labelled.cells.slice(1).filter((cell) => cell !== '');
  if (values.length === 0 || labelled.cells.some(isFigure) || labelled.cells[0]?.endsWith(':')) return open;
  const later = rows.slice(open + 1);
  const standsOut = labelled.isBold && later.some(({ isBold }) => !isBold);
  const isOverFigures = headsFigures(labelled, later);
  // A form has names and values, its first row like the others.
  const mayBeForm = labelled.cells.length < 3;
  if (mayBeForm && open === 0 && !standsOut && !later.every(({ cells }) => isFigure(cells[1] ?? '')))
    return 0;
  const isFirst = open === 0 && later.some(({ cells }) => cells.some(isFigure));
  const areYears = values.every((cell) => namesYear.test(cell));
  const isHeader = areYears ? isOverFigures : standsOut || isFirst || isOverFigures;
  if (!isHeader) return open;
  const rest = later.findIndex((row, index) => !goesOnBelow(rows[open + index] as Row, row, labelled));
  return open + 1 + Math.max(0, rest);
}

/** Whether a row is a further line of headings: words, close below the line before, each below a heading. */
function goesOnBelow(before: Row, row: Row, header: Row): boolean {
  return (
    row.baseline - before.baseline <= (before.spansColumns ? maxSpanLeading : maxTitleLeading) * row.size &&
    row.cells[0] === '' &&
    row.cells.every((cell, index) => cell === '' || (!isFigure(cell) && header.cells[index] !== ''))
  );
}

/**
 * Whether a row stands over figures, half of what is below its values at least: `Year 2022` over `Make Volvo` does not.
 */
function headsFigures({ cells }: Row, later: readonly Row[]): boolean {
  const below = later.flatMap((row) =>
    row.cells.slice(1).filter((cell, index) => cell !== '' && cells[index + 1] !== ''),
  );
  return below.filter(isFigure).length * 2 >= below.length;
}

/**
 * The rows of a header with the lines of each heading joined: `Weighted` / `Average` / `Price`. A row with a heading
 * over several columns, or with years, stays one of its own.
 */
function joinHeader(rows: readonly Row[]): readonly Row[] {
  const joined: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const last = joined.at(-1);
    const gap = row.baseline - (rows[index - 1]?.baseline ?? 0);
    if (last && gap <= maxTitleLeading * row.size && wrapsTo(last, row))
      joined[joined.length - 1] = joinRows(last, row);
    else joined.push(row);
  }
  return joined;
}

function wrapsTo(last: Row, row: Row): boolean {
  if (last.spansColumns || row.spansColumns) return false;
  if (last.cells[0] !== '' && row.cells.every((cell, index) => cell === '' || last.cells[index] !== ''))
    return row.cells[0] === '';
  const filled = last.cells.flatMap((cell, index) => (cell === '' ? [] : [index]));
  const below = filled.map((index) => row.cells[index] as string);
  const areYears = filled.every((index) => namesYear.test(last.cells[index] as string));
  // `Net sales` in the middle over 2018, 2017, 2016 heads all three.
  const isOverYears =
    below.some((cell) => year.test(cell)) && filled.length < row.cells.filter(Boolean).length - 1;
  return !below.includes('') && !areYears && !isOverYears;
}

/**
 * The rows with `names` as their header, without columns that have nothing below their heading: the heading stands to
 * the left of its figures, in a gap, or in the middle over cells that begin at the left.
 */
function withoutHeaderColumns(
  rows: readonly (readonly string[])[],
  names: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const body = rows.slice(names.length);
  if (names.length === 0) return body;
  let merged = rows;
  let labelled = [...names, ...body];
  for (let column = (rows[0]?.length ?? 0) - 1; column > 0; column--) {
    const isBare = merged.slice(names.length).every((row) => row[column] === '');
    const isFreeWith = (other: number) =>
      merged.every((row) => row[column] === '' || row[other] === '') &&
      merged.some((row) => row[other] !== '');
    const first = [column, column - 1].find(
      (left) => isBare && isFreeWith(left === column ? column + 1 : left),
    );
    if (first === undefined || first + 1 >= (merged[0]?.length ?? 0)) continue;
    const join = (row: readonly string[]) => {
      const [cell = '', next = ''] = row.slice(first, first + 2);
      return row.toSpliced(first, 2, cell === next ? cell : joinCells(cell, next));
    };
    merged = merged.map(join);
    labelled = labelled.map(join);
  }
  return labelled;
}
