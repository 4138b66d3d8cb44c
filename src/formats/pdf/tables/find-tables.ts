import type { TableRows } from '../../document/document-builder.ts';
import { groupNeighbours } from '../../document/reading-order.ts';
import { isValue } from '../../table/table-rows.ts';
import {
  codeLines,
  type DocumentStyle,
  headingFactor,
  type KnownWords,
  smallFactor,
} from '../layout/document-style.ts';
import { type DrawnLine, drawnLines } from '../layout/drawn-lines.ts';
import { type Fragment, isLeadingToPage, type Line, lineOf, withShortLeaders } from '../layout/lines.ts';
import { type Column, columnOf, isFigure, maxTitleLeading, tableColumns, tableRows } from './table-rows.ts';

/** A table with its rows, or lines of text, in reading order. */
export type RegionPart =
  | ({
      readonly kind: 'table';
      /** Where its columns stand; undefined where only tags tell. */
      readonly columns?: readonly Column[];
      /** Whether it is the rest of the last table of the page before. */
      readonly goesOn?: boolean;
      /** Its cells, line by line. */
      readonly lines?: readonly DrawnLine[];
    } & TableRows)
  | { readonly kind: 'text'; readonly lines: readonly Line[] };

/** Rows further apart than this many font sizes are not of one table. */
const maxRowGap = 3.2;

/** A bold line this many font sizes below a row heads what follows, wherever it stands. */
const minTitleGap = 1.8;

/** Lines on their own between two rows: labels and wrapped cells. */
const maxSingleLines = 6;

/** A table on one page has no more lines. */
const maxTableLines = 400;

/** Cells looked at on a page in search of tables; a page of which more would have to be looked at has none left. */
const maxCellsSeen = 2_000_000;

/** How often a run of lines is cut shorter, in search of one whose columns agree. */
const maxCuts = 40;

const openingSign = /^(?:[$€£¥(]|US\$)+$/;
const signAtEnd = /^(.*\S)\s+(\p{Sc})$/u;
/** An amount as it is written on the continent of Europe. */
const amountBeforeSign = /^[-+−(]?\d[\d.,'\s]*€$/u;
const closingSign = /^[)%]+$/;

/**
 * Finds the tables among the lines of a region: rows whose cells stand in columns, ruled or not. What is not part
 * of one stays text, and so do lines of code and of a table of contents.
 */
export function findTables(lines: readonly Line[], style: DocumentStyle): readonly RegionPart[] {
  const code = codeLines(lines, style);
  const found: (ColumnedLines | readonly Line[])[] = [];
  let text: Line[] = [];
  const budget = { cells: maxCellsSeen };
  for (let start = 0; start < lines.length; ) {
    const table = tableAt(lines, start, budget, code);
    if (!table) {
      text.push(lines[start] as Line);
      start += 1;
      continue;
    }
    const header = headerAbove(text, table);
    text = text.slice(0, text.length - header.length);
    if (text.length > 0) found.push(text);
    text = [];
    const previous = found.at(-1);
    const headed = { ...table, lines: [...header, ...table.lines] };
    if (previous && 'columns' in previous && goesOn(previous, table)) {
      found[found.length - 1] = { ...previous, lines: [...previous.lines, ...headed.lines] };
    } else found.push(headed);
    start += table.lines.length;
  }
  if (text.length > 0) found.push(text);
  return found.flatMap((part) =>
    'columns' in part ? tableParts(part, style.words) : [{ kind: 'text' as const, lines: part }],
  );
}

/** A table, or those that stand side by side in it, each below its title. */
function tableParts(found: ColumnedLines, words: KnownWords): readonly RegionPart[] {
  if (areNumberedLines(found)) return [{ kind: 'text', lines: found.lines.map(withoutNumber) }];
  if (areClauses(found)) return [{ kind: 'text', lines: found.lines.map(withItsNumber) }];
  const beside = sideNotes(found);
  if (beside) return beside.map((lines) => ({ kind: 'text', lines }));
  const cards = cardsIn(found);
  if (cards) return cards.map((lines) => ({ kind: 'text', lines }));
  const tables = sideBySide(found);
  if (tables.length === 1) return [tablePart(found, words)];
  return tables.flatMap(({ lines, columns }) => {
    const start = lines.findIndex(isRow);
    const titles = lines.slice(0, start);
    const table = tablePart({ lines: lines.slice(start), columns }, words);
    return titles.length > 0 ? [{ kind: 'text' as const, lines: titles }, table] : [table];
  });
}

/**
 * Whether this is running text whose lines are numbered at the margin, as those of pleadings are: the numbers go up one
 * by one, and lines go on with a small letter.
 */
function areNumberedLines({ lines, columns }: ColumnedLines): boolean {
  const numbers = lines.map(({ fragments }) => Number(fragments[0]?.text));
  const goingOn = lines.filter(({ fragments }) => /^\p{Ll}/u.test(fragments[1]?.text ?? ''));
  return (
    columns.length === 2 &&
    goingOn.length * 2 > lines.length &&
    numbers.every((number, index) => index === 0 || number === (numbers[index - 1] as number) + 1)
  );
}

function withoutNumber({ fragments }: Line): Line {
  return lineOf(fragments.slice(1));
}

/** The number of a clause, set apart from its words: `2.1`, `3.`, `(a)`. */
const clauseNumber = /^(?:\d+(?:\.\d+)+\.?|\d+[.)]|\(?[a-z][.)]|\(?[ivx]+[.)]|§\s*\d+)$/;

/** Whether these are clauses, each behind its number, and no table: most go on over several lines. */
function areClauses({ lines, columns }: ColumnedLines): boolean {
  const [clauses, others] = [lines.filter(isRow), lines.filter((line) => !isRow(line))];
  const areNumbered = clauses.every(
    ({ fragments: [number, words] }) =>
      clauseNumber.test(number?.text ?? '') && /^["“„(]?\p{L}/u.test(words?.text ?? ''),
  );
  return (
    columns.length === 2 && areNumbered && others.some(({ left }) => left >= (columns[1]?.left ?? 0) - 1)
  );
}

function withItsNumber(line: Line): Line {
  const [number, words, ...rest] = line.fragments;
  if (!number || !words) return line;
  return lineOf([{ ...words, text: `${number.text} ${words.text}`, left: number.left }, ...rest]);
}

/**
 * The text of two columns of which one is running text and the other has notes on it in smaller type, as laws have at
 * their margins: each note before the paragraph that it stands beside. Undefined where these are none.
 */
function sideNotes({ lines, columns }: ColumnedLines): readonly (readonly Line[])[] | undefined {
  if (columns.length !== 2) return undefined;
  const [left, right] = columns.map(
    (column) =>
      side({ lines, columns }, columns, (cell) => columns[columnOf(cell, columns)] === column).lines,
  ) as [readonly Line[], readonly Line[]];
  const [notes, text] = left.length < right.length ? [left, right] : [right, left];
  const largest = Math.max(...notes.map(({ size }) => size));
  const isText =
    text.every(({ size }) => size > smallFactor * largest) && text.some(({ text }) => /^\p{Ll}/u.test(text));
  if (notes.length === 0 || !isText) return undefined;
  const parts = groupNeighbours(
    notes,
    (note, line) => line.baseline - (note.at(-1) as Line).baseline < maxTitleLeading * line.size,
  );
  const ends = parts.map(
    ([first]) =>
      text.findLastIndex((line) => line.baseline < (first as Line).baseline - (first as Line).size) + 1,
  );
  return [
    text.slice(0, ends[0]),
    ...parts.flatMap((note, index) => [note, text.slice(ends[index], ends[index + 1])]),
  ].filter((part) => part.length > 0);
}

/** Lines that a card has below its title at most; what has more is a column of a table. */
const maxCardLines = 3;

/**
 * The cards of a slide one after the other, each with its words below its own title: larger type heads what is below
 * it, and no column of figures. Undefined where these are none.
 */
function cardsIn(found: ColumnedLines): readonly (readonly Line[])[] | undefined {
  const { columns } = found;
  const rows = groupNeighbours(found.lines, (row, line) => !headsCard(line, row.at(-1) as Line));
  const cards = rows.map((lines) =>
    columns
      .map(
        (column) =>
          side({ lines, columns }, columns, (cell) => columns[columnOf(cell, columns)] === column).lines,
      )
      .filter((card) => card.length > 0),
  );
  return cards.flat().every(isCard) ? cards.flat() : undefined;
}

/** Whether a line begins a card below another, as larger or as bold type. */
function headsCard(line: Line, last: Line): boolean {
  return line.size > headingFactor * last.size || (line.isBold && !last.isBold);
}

function isCard([title, ...below]: readonly Line[]): boolean {
  if (!title || below.length === 0 || below.length > maxCardLines) return false;
  // Bold type alone heads a column too, but not one whose lines go on.
  const isRunning = below.length > 1 && below.slice(1).every(({ text }) => /^\p{Ll}/u.test(text));
  return (
    below.every((line) => title.size > headingFactor * line.size || (isRunning && headsCard(title, line))) &&
    !below.every(({ text }) => isFigure(text))
  );
}

/** The lines of a cell are joined, words that were broken at the end of one whole again, and leaders short. */
function tablePart({ lines, columns }: ColumnedLines, words: KnownWords): RegionPart {
  const isRightToLeft = 2 * lines.filter((line) => line.isRightToLeft).length > lines.length;
  const { rows, headerRows } = isRightToLeft
    ? tableRows(lines.map(mirrored), columns.map(mirrored).toReversed())
    : tableRows(lines, columns);
  const whole = (cell: string) =>
    withShortLeaders(cell.split('\n').reduce((text, line) => words.join(text, line)));
  return {
    kind: 'table',
    rows: rows.map((row) => row.map(whole)),
    headerRows,
    columns,
    lines: drawnLines(lines.flatMap(({ fragments }) => fragments)),
  };
}

/** What is read from the right, as if it were read from the left. */
function mirrored<Placed extends Column>(placed: Placed): Placed {
  const { left, right } = placed;
  const fragments = 'fragments' in placed && { fragments: (placed.fragments as Fragment[]).map(mirrored) };
  return { ...placed, left: -right, right: -left, ...fragments };
}

/** A table that stands directly below one with the same columns and has no header of its own is its rest. */
function goesOn(previous: ColumnedLines, table: ColumnedLines): boolean {
  return (
    areSameColumns(previous.columns, table.columns) && tableRows(table.lines, table.columns).headerRows === 0
  );
}

/** Whether columns stand below each other. */
export function areSameColumns(above: readonly Column[], below: readonly Column[]): boolean {
  return (
    above.length === below.length &&
    above.every((column, index) => {
      const other = below[index] as Column;
      return index === 0 || Math.min(column.right, other.right) > Math.max(column.left, other.left);
    })
  );
}

/** The longest run of lines from `start` on whose columns agree, with what its last row wraps to. */
function tableAt(
  lines: readonly Line[],
  start: number,
  budget: { cells: number },
  code: ReadonlySet<Line>,
): ColumnedLines | undefined {
  const run = candidate(lines, start, code);
  const step = Math.max(1, Math.ceil(run.length / maxCuts));
  for (let length = run.length; length >= 2 && budget.cells > 0; length -= step) {
    const shorter = run.slice(0, length);
    budget.cells -= shorter.reduce((sum, { fragments }) => sum + fragments.length, 0);
    if (!isRow(shorter.at(-1) as Line)) continue;
    const columns = tableColumns(shorter);
    if (!columns) continue;
    return { lines: [...shorter, ...wrappedCells(lines, start + length, shorter, columns)], columns };
  }
  return undefined;
}

/** The lines from `from` on that the last row of a table wraps to. */
function wrappedCells(
  lines: readonly Line[],
  from: number,
  table: readonly Line[],
  columns: readonly Column[],
): readonly Line[] {
  const wrapped: Line[] = [];
  let last = table.at(-1);
  for (let line = lines[from]; line && last; line = lines[from + wrapped.length]) {
    if (!isWrappedCell(line, last, columns, table)) break;
    wrapped.push(line);
    last = line;
  }
  return wrapped;
}

/**
 * A line on its own directly below a cell that is not the first of its row, and reaches into no other column, or is set
 * as wrapped cells further up are.
 */
function isWrappedCell(line: Line, last: Line, columns: readonly Column[], table: readonly Line[]): boolean {
  const isNear = line.baseline - last.baseline < 1.7 * last.size && line.size <= 1.1 * last.size;
  const column = columns.findIndex(({ left }) => Math.abs(left - line.left) < 1);
  const end = columns[column + 1]?.left ?? Number.POSITIVE_INFINITY;
  // A label goes on with a small letter; all else below the labels is text.
  const isCell = column > 0 || (column === 0 && /^\p{Ll}/u.test(line.text));
  if (!isNear || isRow(line) || !isCell || noteMark.test(line.text)) return false;
  const isLike = (other: Line) => Math.abs(other.left - line.left) < 1 && other.size === line.size;
  return line.right <= end + 1 || table.some((other) => !isRow(other) && isLike(other));
}

/** The lines that may be one table, by their distance and size: from one with two cells to the last such. */
function candidate(lines: readonly Line[], start: number, code: ReadonlySet<Line>): readonly Line[] {
  const first = lines[start] as Line;
  if (!isRow(first) || code.has(first)) return [];
  let end = start + 1;
  let singleLines = 0;
  const stop = Math.min(lines.length, start + maxTableLines);
  for (let index = start + 1; index < stop && singleLines <= maxSingleLines; index++) {
    const [last, line] = [lines[index - 1] as Line, lines[index] as Line];
    if (code.has(line)) break;
    if (line.baseline - last.baseline > maxRowGap * Math.max(last.size, line.size)) break;
    if (isRow(line)) {
      end = index + 1;
      singleLines = 0;
    } else if (partsTables(line, last, first, lines[index + 1])) break;
    else singleLines += 1;
  }
  const run = lines.slice(start, end);
  return run.every(({ text }) => isLeadingToPage(text)) ? [] : run.map(attachSigns);
}

function isRow(line: Line): boolean {
  return line.fragments.length >= 2;
}

/** What begins a note on the table above it. */
const noteMark = /^(?:[*†‡§¶¹²³⁴-⁹]|\(?\d\))/u;

/**
 * A line on its own that is no label and no wrapped cell: larger, as long as a row, bold in mid-table, or a line under
 * the table that runs on below its values and has what follows further below it.
 */
function partsTables(line: Line, last: Line, row: Line, next: Line | undefined): boolean {
  const sizeAround = Math.max(last.size, next?.size ?? 0);
  const width = line.right - line.left;
  const isLong = width > 0.8 * (row.right - row.left) && line.text.length > 60;
  const [label, value] = row.fragments;
  const isApart = line.baseline - last.baseline > minTitleGap * line.size;
  const isTitle = line.isBold && line.left > ((isApart ? label?.right : value?.left) ?? row.right);
  const gap = line.baseline - last.baseline;
  const isNote =
    line.left < (label?.right ?? 0) &&
    (line.right > (value?.left ?? row.right) || noteMark.test(line.text)) &&
    next !== undefined &&
    next.baseline - line.baseline > minGapFactor * gap;
  return isLong || isTitle || isNote || line.size > 1.1 * sizeAround;
}

/**
 * The lines above a table that head its columns and stand in none of its rows: they lie behind the labels, all of them.
 */
function headerAbove(before: readonly Line[], { lines, columns }: ColumnedLines): readonly Line[] {
  const header: Line[] = [];
  let below = lines[0] as Line;
  for (let at = before.length - 1; at >= 0; at--) {
    const line = before[at] as Line;
    const isNear = below.baseline - line.baseline < 2 * below.size;
    if (!isNear || !isOverColumns(line, below, columns)) break;
    // Of lines on their own the lowest may be `2018`, or centred over all; further up that is the table's title.
    if (header.length > 0 && isCentredOver(line, columns)) break;
    header.unshift(line);
    below = line;
  }
  return header;
}

function isOverColumns(line: Line, below: Line, [labels, ...values]: readonly Column[]): boolean {
  const last = values.at(-1);
  if (!labels || !last) return false;
  // Titles are larger than headings of columns; a larger line in the middle of them is no title.
  if (line.size > 1.1 * below.size && !isCentred(line, below, labels.right)) return false;
  return line.left > labels.right && line.right <= last.right + line.size;
}

/** Whether a line on its own stands in the middle over the whole table. */
function isCentredOver({ left, right, size, fragments }: Line, columns: readonly Column[]): boolean {
  const [first, last] = [columns[0] as Column, columns.at(-1) as Column];
  return fragments.length === 1 && Math.abs(left + right - first.left - last.right) / 2 < size;
}

/** Whether a line stands in the middle over the headings of a row that begin behind its labels. */
function isCentred(line: Line, row: Line, labelsEnd: number): boolean {
  const headings = row.fragments.filter(({ left }) => left > labelsEnd);
  const [first, last] = [headings[0], headings.at(-1)];
  if (!first || !last || first === last || line.size > 1.25 * row.size) return false;
  return Math.abs(line.left + line.right - first.left - last.right) / 2 < line.size / 2;
}

/**
 * A line with currency signs and brackets, which tables set in columns of their own or close behind the figure before
 * theirs, joined to their figures.
 */
function attachSigns(line: Line): Line {
  const fragments: Fragment[] = [];
  for (const fragment of line.fragments) {
    const last = fragments.at(-1);
    const [, before, sign] = signAtEnd.exec(last?.text ?? '') ?? [];
    const isOfNext = /^[\d(]/.test(fragment.text) && !amountBeforeSign.test(last?.text ?? '');
    if (last && before && sign && isOfNext) {
      fragments[fragments.length - 1] = { ...last, text: before };
      fragments.push({ ...fragment, text: sign + fragment.text });
      continue;
    }
    const opens = last && openingSign.test(last.text);
    const closes = closingSign.test(fragment.text);
    if (last && (opens || closes)) {
      fragments[fragments.length - 1] = {
        ...fragment,
        text: last.text + fragment.text,
        // The figure alone tells the column: its sign may stand far off.
        left: opens ? fragment.left : last.left,
        right: fragment.right,
      };
    } else fragments.push(fragment);
  }
  return { ...line, fragments };
}

/** Lines that share columns. */
interface ColumnedLines {
  readonly lines: readonly Line[];
  readonly columns: readonly Column[];
}

/** Gaps between two tables are wider than those within them by this factor. */
const minGapFactor = 1.5;

/** Share of the cells of a first column that are words, not figures, in a table, and end with a colon in a form. */
const minLabels = 0.7;

/**
 * Tables that stand next to each other and so share their lines, from left to right. Two there are where the widest
 * gap has labels on both its sides, and the sides are of unlike length or are forms with a colon behind each label. One
 * of which this is not sure stays one.
 */
function sideBySide(table: ColumnedLines): readonly ColumnedLines[] {
  const gap = widestGap(table.columns);
  if (!gap) return [table];
  const { place, factor } = gap;
  const edge = table.columns[place]?.left ?? 0;
  const left = side(table, table.columns.slice(0, place), (fragment) => fragment.left < edge);
  const right = side(table, table.columns.slice(place), (fragment) => fragment.left >= edge);
  if (!hasLabels(left) || !hasLabels(right)) return [table];
  const areTwo = isForm(left, right) || (factor >= minGapFactor && areUnlike(left, right));
  return areTwo ? [left, ...sideBySide(right)] : [table];
}

/**
 * The widest gap between columns, where two at least stand on either side of it: the place of the column to the right
 * of it, and by how much it is wider than the next.
 */
function widestGap(columns: readonly Column[]): { place: number; factor: number } | undefined {
  const gaps = columns.slice(1).map(({ left }, index) => left - (columns[index] as Column).right);
  const [widest = 0, next = 0] = gaps.toSorted((a, b) => b - a);
  const place = gaps.indexOf(widest) + 1;
  return place >= 2 && columns.length - place >= 2 ? { place, factor: widest / next } : undefined;
}

function side(
  { lines }: ColumnedLines,
  columns: readonly Column[],
  isWithin: (fragment: Fragment) => boolean,
): ColumnedLines {
  const parts = lines.map(({ fragments }) => fragments.filter(isWithin));
  return { lines: parts.filter((part) => part.length > 0).map(lineOf), columns };
}

function hasLabels({ lines, columns }: ColumnedLines): boolean {
  const labels = labelsOf({ lines, columns });
  const rows = lines.filter(({ fragments }) => fragments.length > 1).length;
  return rows >= 2 && labels.filter((label) => !isValue(label)).length >= minLabels * labels.length;
}

/** The first cells of rows that have more. */
function labelsOf({ lines, columns }: ColumnedLines): readonly string[] {
  const end = columns[0]?.right ?? 0;
  return lines.flatMap(({ fragments }) => {
    const [first] = fragments;
    return first && fragments.length > 1 && first.left < end ? [first.text] : [];
  });
}

function isForm(...sides: readonly ColumnedLines[]): boolean {
  return sides.every((each) => {
    const labels = labelsOf(each);
    return labels.filter((label) => label.endsWith(':')).length >= minLabels * labels.length;
  });
}

/** One goes on where the other has ended, or lies between its lines. */
function areUnlike(left: ColumnedLines, right: ColumnedLines): boolean {
  const [one, other] = [left, right].map(({ lines }) => new Set(lines.map(({ baseline }) => baseline)));
  const shared = [...(one ?? [])].filter((baseline) => other?.has(baseline)).length;
  return shared < Math.max(left.lines.length, right.lines.length) - 1;
}
