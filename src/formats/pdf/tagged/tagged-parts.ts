import type { TableRows } from '../../document/document-builder.ts';
import { groupNeighbours } from '../../document/reading-order.ts';
import { codeText, type DocumentStyle, isCode, withWholeCode } from '../layout/document-style.ts';
import { drawnLines } from '../layout/drawn-lines.ts';
import { type Line, listItem, listMarker } from '../layout/lines.ts';
import type { PagePart } from '../layout/page-layout.ts';
import { headingOf, joinLines, lineParts, toPart } from '../layout/text-parts.ts';
import { findTables } from '../tables/find-tables.ts';
import { type Column, columnOf, countHeadingRows, type Row } from '../tables/table-rows.ts';
import type { TaggedBlock, TaggedCell } from './tagged-blocks.ts';

/** The share of a full line below which lines are not broken for want of room; beside a picture there is more. */
const maxShortLine = 0.4;

/**
 * The parts of a page from its tags. A paragraph that looks like a heading is one, and one of which the lines stand in
 * columns a table: many programs tag neither. What stands in no block is read as on a page without tags.
 */
export function taggedParts(blocks: readonly TaggedBlock[], style: DocumentStyle): readonly PagePart[] {
  const fullLines = fullLinesOf(blocks);
  const whole = withWholeCode<TaggedBlock>(
    blocks,
    (block) => linesOfCode(block, style),
    (lines) => ({ kind: 'code', lines }),
  );
  return whole.flatMap((block): PagePart | readonly PagePart[] => {
    switch (block.kind) {
      case 'heading': {
        const { level, lines } = block;
        return { ...headingOf(lines, textOf(lines, style), style), level };
      }
      case 'list': {
        const [first = '', ...others] = block.items.map(({ lines }) => textOf(lines, style));
        const items = [first, ...others].map((text, index) => listItem(text, block.items[index]?.depth ?? 0));
        const lines = drawnLines(block.items.flatMap((item) => item.lines));
        return { kind: 'list', items, lines, mayGoOn: !listMarker(first) && others.every(listMarker) };
      }
      case 'table':
        return {
          kind: 'table',
          ...taggedTable(block.rows, (lines) => textOf(lines, style)),
          lines: drawnLines(block.rows.flatMap((row) => row.flatMap(({ lines }) => lines))),
        };
      case 'paragraph':
        return findTables(block.lines, style).map((part) =>
          part.kind === 'table'
            ? part
            : toPart({ lines: part.lines, right: rightOf(part.lines, fullLines) }, style),
        );
      case 'loose':
        return columnsOf(block.lines).flatMap((lines) => lineParts(lines, style));
      case 'code':
        return { kind: 'code', text: codeText(block.lines), lines: drawnLines(block.lines) };
      case 'figure':
        return {
          kind: 'figure',
          text: block.lines.length > 0 ? textOf(block.lines, style) : (block.alternative ?? ''),
          lines: drawnLines(block.lines),
        };
      case 'quote':
      case 'equation':
        break;
    }
    return { kind: block.kind, text: textOf(block.lines, style), lines: drawnLines(block.lines) };
  });
}

/** The lines of a block of code, or of a paragraph that is one: in files of Word each line is. */
function linesOfCode(block: TaggedBlock, style: DocumentStyle): readonly Line[] | undefined {
  if (block.kind === 'code') return block.lines;
  const isOfCode = block.kind === 'paragraph' && block.lines.every((line) => isCode(line, style));
  return isOfCode ? block.lines : undefined;
}

/** Lines one below the other; what begins further up stands beside them. */
function columnsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  return groupNeighbours(lines, (column, { baseline }) => baseline > (column.at(-1) as Line).baseline);
}

/** Where the longest line of paragraphs ends, by where they begin, in points. */
function fullLinesOf(blocks: readonly TaggedBlock[]): ReadonlyMap<number, number> {
  const rights = new Map<number, number>();
  for (const block of blocks) {
    if (block.kind !== 'paragraph') continue;
    for (const { left, right } of block.lines) {
      const place = Math.round(left);
      rights.set(place, Math.max(right, rights.get(place) ?? right));
    }
  }
  return rights;
}

/** Where full lines of a paragraph would end: all those of an address are short of it. */
function rightOf(lines: readonly Line[], fullLines: ReadonlyMap<number, number>): number {
  const { right } = groupOf(lines);
  const left = Math.min(...lines.map((line) => line.left));
  const full = fullLines.get(Math.round(left)) ?? right;
  return right - left < maxShortLine * (full - left) ? full : right;
}

function textOf(lines: readonly Line[], style: DocumentStyle): string {
  return joinLines(groupOf(lines), style);
}

function groupOf(lines: readonly Line[]) {
  return { lines, right: Math.max(...lines.map(({ right }) => right)) };
}

type TaggedRow = readonly TaggedCell[];

/**
 * A table from its tagged rows; `textOf` gives the words of a cell. The tags do not say which cells span rows or
 * columns or are blank: a row with fewer cells than others is put into the columns by where its cells stand on the
 * page. The header is the first rows of nothing but header cells; where none is tagged as one, what looks like it.
 */
function taggedTable(rows: readonly TaggedRow[], textOf: (lines: readonly Line[]) => string): TableRows {
  const width = Math.max(...rows.map((row) => row.length));
  const columns = cellColumnsOf(rows.filter((row) => row.length === width));
  const texts = rows.map((row) => {
    const cells = row.map(({ lines }) => (lines.length > 0 ? textOf(lines) : ''));
    const places = row.length < width ? placesOf(row, columns) : undefined;
    return places ? columns.map((_, column) => cells[places.indexOf(column)] ?? '') : cells;
  });
  if (!rows.some((row) => row.some(({ isHeader }) => isHeader)))
    return {
      rows: texts,
      headerRows: countHeadingRows(rows.map((row, index) => asDrawn(row, texts[index] ?? []))),
    };
  const body = rows.findIndex((row) => !row.every(({ isHeader }) => isHeader));
  return { rows: texts, headerRows: Math.max(0, body) };
}

/** A row with its look, as on a page without tags. */
function asDrawn(row: TaggedRow, cells: readonly string[]): Row {
  const lines = row.flatMap((cell) => cell.lines);
  const { baseline = 0, size = 0 } = lines[0] ?? {};
  return {
    cells,
    baseline,
    size,
    isBold: lines.every((line) => line.isBold),
    spansColumns: false,
    extents: [],
  };
}

/** The stretches that the cells of whole rows cover. */
function cellColumnsOf(rows: readonly TaggedRow[]): readonly Column[] {
  return (rows[0] ?? []).map((_, index) => extentOf(rows.flatMap((row) => row[index]?.lines ?? [])));
}

/** The column of each cell that has words; undefined where nothing tells, two share one, or their order is another. */
function placesOf(row: TaggedRow, columns: readonly Column[]): readonly (number | undefined)[] | undefined {
  if (columns.some(({ left, right }) => left > right)) return undefined;
  const places = row.map(({ lines }) => (lines.length > 0 ? columnOf(extentOf(lines), columns) : undefined));
  const known = places.filter((place) => place !== undefined);
  return known.every((place, index) => index === 0 || place > (known[index - 1] ?? 0)) ? places : undefined;
}

function extentOf(lines: readonly Line[]): Column {
  return {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
  };
}
