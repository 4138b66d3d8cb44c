import type { DocumentText } from '../../src/contracts/document.ts';
import type { Block } from '../../src/contracts/parser.ts';
import { pageUnitOf } from '../../src/contracts/parser.ts';
import { codeBlocks, fenceOf } from '../../src/text/sentences/code-fence.ts';
import { formulaOf } from '../../src/text/sentences/formula.ts';
import { isDelimiterRow, rowCells } from '../../src/text/sentences/row-cells.ts';
import { listMarkerPattern } from './inline-markup.ts';

/** What a document looks like in the program that it is of. */
export type Look = 'text' | 'sheet' | 'slides' | 'mail' | 'code';

/** A stretch of a document that is set as one element. Runs follow one another without a gap. */
export interface SourceRun {
  readonly start: number;
  readonly end: number;
  readonly kind:
    | 'heading'
    | 'prose'
    | 'lines'
    | 'item'
    | 'code'
    | 'equation'
    | 'figure'
    | 'headers'
    | 'rule'
    | 'table'
    | 'quote';
  /** Heading: 1–6. Item, and code within one: its depth, 1–4. Else 0. */
  readonly level: number;
  /** Heading: its words without what makes it one, where they stand in it as they are. */
  readonly title?: string;
  readonly table?: TableLayout;
  /** Figure: its picture in the file, where that does not stand over the figure before. */
  readonly picture?: string;
  /** The page that it begins, where the format has pages. */
  readonly page?: number | undefined;
}

/** What is known of a table as a whole, however many runs it is set in. */
export interface TableLayout {
  /** Where its header rows end. */
  readonly headerEnd: number;
  readonly columns: readonly {
    /** Characters of its longest cell, within bounds. */
    readonly width: number;
    /** Whether its cells below the header are numbers. */
    readonly isNumeric: boolean;
  }[];
}

/** What a document looks like, by its name and, where it is nothing but code, its blocks. */
export function lookOf({ path, original, blocks }: Pick<DocumentText, 'path' | 'original' | 'blocks'>): Look {
  const name = original?.name ?? path;
  const unit = pageUnitOf(name);
  if (unit === 'slide') return 'slides';
  if (unit === 'sheet' || isSeparated(name)) return 'sheet';
  if (/\.(?:eml|emlx|msg)$/i.test(name)) return 'mail';
  const isCode = blocks.length > 0 && blocks.every(({ kind }) => kind === 'code');
  return isCode ? 'code' : 'text';
}

/** Whether a file is a table of separated values, by its name. */
export function isSeparated(name: string): boolean {
  return /\.(?:csv|tsv|tab)$/i.test(name);
}

/** Whether its text is Markdown: by its name, or what it has of it. */
export function isMarkdown({ path, text, blocks, original }: DocumentText): boolean {
  if (original?.mediaType === 'text/markdown') return true;
  if (/\.(?:md|mdx|markdown|mdown|mkdn?|qmd|rmd|ipynb|canvas|excalidraw)$/i.test(path)) return true;
  return blocks.some(
    ({ kind, start }) =>
      (kind === 'heading' && text.startsWith('#', start)) ||
      (kind === 'code' && fenceOf(text.slice(start, start + 100).split('\n', 1)[0] ?? '') !== undefined),
  );
}

/** Longest run in code units: an element of a document that is one endless line must still be laid out quickly. */
const longestRun = 20_000;

/**
 * Cuts a document into runs by its blocks. They cover all of `text`: the white space between blocks belongs to the
 * block before it. What no block covers is shown as it stands.
 */
export function sourceRuns(
  text: string,
  blocks: readonly Block[],
  look: Look = 'text',
): readonly SourceRun[] {
  if (look === 'code') return split(text, { start: 0, end: text.length, kind: 'code', level: 0 });
  const groups: (readonly SourceRun[])[] = [];
  let position = 0;
  let page: number | undefined;
  blocks.forEach((block, index) => {
    if (block.start > position) groups.push([uncoveredRun(text, position, block.start)]);
    const next = blocks[index + 1]?.start ?? text.length;
    const end = text.slice(block.end, next).trim() === '' ? next : block.end;
    const isFirstOfMail = look === 'mail' && blocks.slice(0, index).every(({ kind }) => kind === 'heading');
    const [first, ...others] =
      isFirstOfMail && areHeaders(text.slice(block.start, block.end))
        ? [{ start: block.start, end, kind: 'headers' as const, level: 0 }]
        : blockRuns(text, block, { end, before: blocks[index - 1] });
    if (first) groups.push([block.page === page ? first : { ...first, page: block.page }, ...others]);
    page = block.page ?? page;
    position = end;
  });
  if (position < text.length) groups.push([uncoveredRun(text, position, text.length)]);
  return groups.flat().flatMap((run) => split(text, run));
}

function blockRuns(
  text: string,
  block: Block,
  { end, before }: { readonly end: number; readonly before: Block | undefined },
): readonly SourceRun[] {
  const { start, kind } = block;
  if (kind === 'heading') return [{ start, end, kind, level: block.level, title: block.title }];
  if (kind === 'list') return itemRuns(text, start, end);
  if (kind === 'figure') {
    const isNew = before?.kind !== 'figure' || before.picture !== block.picture;
    return [{ start, end, kind, level: 0, ...(isNew && block.picture && { picture: block.picture }) }];
  }
  if (kind === 'paragraph') return proseRuns(text, start, end);
  if (kind === 'table') return [{ start, end, kind, level: 0, table: tableLayout(text, block) }];
  // Equations that are no TeX are lines with indents, as those of a PDF.
  const isFormula = kind === 'equation' && formulaOf(text.slice(start, end).trim()) !== undefined;
  return [{ start, end, kind: kind === 'equation' && !isFormula ? 'code' : kind, level: 0 }];
}

function uncoveredRun(text: string, start: number, end: number): SourceRun {
  const isBlank = text.slice(start, end).trim() === '';
  return { start, end, kind: isBlank ? 'prose' : 'code', level: 0 };
}

const headerLine = /^(?:From|To|Cc|Bcc|Date|Subject): \S/;

/** Whether lines are the headers that every e-mail has first. */
function areHeaders(lines: string): boolean {
  return lines.split('\n').every((line) => headerLine.test(line));
}

/** Rows that are looked at for what a column is like. */
const rowsLookedAt = 2000;

/** Characters of the narrowest and the widest column of a sheet. */
const [narrowest, widest] = [4, 36];

/** A number as people write it, with the sign of a currency or a short unit; `CS-114` is a code. */
const number =
  /^[(+−-]{0,2}(?:\p{Sc}|[A-Z]{1,3}(?![-−])\s?)?\s?[-−]?\d[\d.,'’\s]*(?:\s?(?:%|\p{Sc}|[A-Za-zµ°]{1,4}))?\)?$/u;

/** Whether a cell of a table is a number. */
export function isNumberCell(cell: string): boolean {
  return number.test(cell);
}

function tableLayout(
  text: string,
  { start, end, headerEnd }: Extract<Block, { kind: 'table' }>,
): TableLayout {
  const columns: { width: number; cells: number; numbers: number }[] = [];
  let position = start;
  for (let row = 0; row < rowsLookedAt && position < end; row += 1) {
    const lineBreak = text.indexOf('\n', position);
    const lineEnd = lineBreak < 0 ? end : Math.min(end, lineBreak);
    const line = text.slice(position, lineEnd);
    const isHeader = position < headerEnd;
    position = lineEnd + 1;
    if (isHeader && isDelimiterRow(line)) continue;
    for (const [index, cell] of rowCells(line).entries()) {
      const column = (columns[index] ??= { width: narrowest, cells: 0, numbers: 0 });
      // Figures are the widest letters but capitals, which short cells have most of; headers are set bold.
      const room = Math.ceil(Math.min(cell.length * 1.1, 2 + cell.length * 0.9) * (isHeader ? 1.15 : 1));
      column.width = Math.min(widest, Math.max(column.width, room));
      if (isHeader || cell === '') continue;
      column.cells += 1;
      if (isNumberCell(cell)) column.numbers += 1;
    }
  }
  return {
    headerEnd,
    columns: columns.map(({ width, cells, numbers }) => ({ width, isNumeric: numbers > 0.7 * cells })),
  };
}

const rulePattern = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/** Text wrapped by an editor flows anew; text whose short lines mean something keeps them. */
function proseRuns(text: string, start: number, end: number): readonly SourceRun[] {
  const words = text.slice(start, end).trim();
  if (rulePattern.test(words)) return [{ start, end, kind: 'rule', level: 0 }];
  const lines = words.split('\n').slice(0, -1);
  const isWrapped = lines.every((line) => line.length >= 50);
  return [{ start, end, kind: isWrapped ? 'prose' : 'lines', level: 0 }];
}

const itemStart = new RegExp(String.raw`^([ \t]*)(?:${listMarkerPattern})[ \t]`, 'gm');

/** A list item by item; code between fences keeps its lines, and what looks like an item in it is none. */
function itemRuns(text: string, start: number, end: number): readonly SourceRun[] {
  const list = text.slice(start, end);
  const runs: SourceRun[] = [];
  let position = 0;
  let level = 1;
  const addUpTo = (to: number, kind: 'item' | 'code') => {
    if (to > position) runs.push({ start: start + position, end: start + to, kind, level });
    position = to;
  };
  const addItemsUpTo = (to: number) => {
    const from = position;
    for (const { 1: indent = '', index } of list.slice(from, to).matchAll(itemStart)) {
      addUpTo(from + index, 'item');
      level = Math.min(4, 1 + Math.floor(indent.length / 2));
    }
    addUpTo(to, 'item');
  };
  for (const block of codeBlocks(list)) {
    addItemsUpTo(block.start);
    addUpTo(Math.min(block.end + 1, list.length), 'code');
  }
  addItemsUpTo(list.length);
  return runs;
}

/** The runs `[from, to)` by index. */
export interface RunWindow {
  readonly from: number;
  readonly to: number;
}

/** Code units shown before and after the place that is looked at. */
const reach = 200_000;

/** The runs within reach of a position of the text: the whole of all but very long documents. */
export function windowAround(runs: readonly SourceRun[], position: number): RunWindow {
  const from = runs.findIndex(({ end }) => end > position - reach);
  const to = runs.findLastIndex(({ start }) => start < position + reach) + 1;
  return { from: Math.max(0, from), to: Math.max(to, from + 1) };
}

/** Level of the heading above the document's own headings. */
const titleLevel = 2;

/**
 * The level of each heading in the outline of the page, undefined for other runs. A document that skips levels
 * gets an outline that does not.
 */
export function outlineLevels(runs: readonly SourceRun[]): readonly (number | undefined)[] {
  const open: number[] = [];
  return runs.map((run) => {
    if (run.kind !== 'heading') return undefined;
    while (open.length > 0 && (open.at(-1) ?? 0) >= run.level) open.pop();
    open.push(run.level);
    return Math.min(6, titleLevel + open.length);
  });
}

function split(text: string, run: SourceRun): readonly SourceRun[] {
  const pieces: SourceRun[] = [];
  let start = run.start;
  while (run.end - start > longestRun) {
    const end = breakBefore(text, start, start + longestRun);
    pieces.push({ ...run, start, end, page: start === run.start ? run.page : undefined });
    start = end;
  }
  pieces.push({ ...run, start, page: start === run.start ? run.page : undefined });
  return pieces;
}

/** Behind the last line break or space of `[start, limit)`, else at its end, but never inside a character. */
function breakBefore(text: string, start: number, limit: number): number {
  const piece = text.slice(start, limit);
  const lineBreak = piece.lastIndexOf('\n');
  // Rows and lines of code are whole wherever that is possible.
  const separator = lineBreak > 0 ? lineBreak : piece.lastIndexOf(' ');
  if (separator > 0) return start + separator + 1;
  const splitsPair = /[\uD800-\uDBFF]$/.test(piece);
  return splitsPair ? limit - 1 : limit;
}
