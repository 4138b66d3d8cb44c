import { groupNeighbours } from '../../document/reading-order.ts';
import { codeText, withWholeCode } from '../layout/code-text.ts';
import { type DocumentStyle, isCode } from '../layout/document-style.ts';
import { drawnLines } from '../layout/drawn-lines.ts';
import type { Line } from '../layout/lines.ts';
import { listItem, listMarker } from '../layout/list-marker.ts';
import type { PagePart } from '../layout/page-parts.ts';
import { headingOf, joinLines, lineParts, toPart } from '../layout/text-parts.ts';
import { findTables } from '../tables/find-tables.ts';
import type { TaggedBlock } from './tagged-blocks.ts';
import { taggedTable } from './tagged-table.ts';

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
