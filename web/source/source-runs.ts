import type { Block } from '../../src/contracts/parser.ts';
import { codeBlocks } from '../../src/text/sentences/code-fence.ts';
import { formulaOf } from '../../src/text/sentences/formula.ts';
import { listMarkerPattern } from './list-marker.ts';

/** A stretch of a document that is set as one element. Runs follow one another without a gap. */
export interface SourceRun {
  readonly start: number;
  readonly end: number;
  readonly kind: 'heading' | 'prose' | 'lines' | 'item' | 'code' | 'equation' | 'table' | 'quote';
  /** Heading: 1–6. Item, and code within one: its depth, 1–4. Else 0. */
  readonly level: number;
  /** Table: where its header rows end. */
  readonly headerEnd?: number;
  /** The page that it begins, where the format has pages. */
  readonly page?: number | undefined;
}

/** Longest run in code units: an element of a document that is one endless line must still be laid out quickly. */
const longestRun = 20_000;

/**
 * Cuts a document into runs by its blocks. They cover all of `text`: the white space between blocks belongs to the
 * block before it. What no block covers is shown as it stands.
 */
export function sourceRuns(text: string, blocks: readonly Block[]): readonly SourceRun[] {
  const groups: (readonly SourceRun[])[] = [];
  let position = 0;
  let page: number | undefined;
  blocks.forEach((block, index) => {
    if (block.start > position) groups.push([uncoveredRun(text, position, block.start)]);
    const next = blocks[index + 1]?.start ?? text.length;
    const end = text.slice(block.end, next).trim() === '' ? next : block.end;
    const [first, ...others] = blockRuns(text, block, end);
    if (first) groups.push([block.page === page ? first : { ...first, page: block.page }, ...others]);
    page = block.page ?? page;
    position = end;
  });
  if (position < text.length) groups.push([uncoveredRun(text, position, text.length)]);
  return groups.flat().flatMap((run) => split(text, run));
}

function blockRuns(text: string, block: Block, end: number): readonly SourceRun[] {
  const { start, kind } = block;
  if (kind === 'heading') return [{ start, end, kind, level: block.level }];
  if (kind === 'list') return itemRuns(text, start, end);
  if (kind === 'paragraph' || kind === 'figure') return proseRuns(text, start, end);
  if (kind === 'table') return [{ start, end, kind, level: 0, headerEnd: block.headerEnd }];
  // Equations that are no TeX are lines with indents, as those of a PDF.
  const isFormula = kind === 'equation' && formulaOf(text.slice(start, end).trim()) !== undefined;
  return [{ start, end, kind: kind === 'equation' && !isFormula ? 'code' : kind, level: 0 }];
}

function uncoveredRun(text: string, start: number, end: number): SourceRun {
  const isBlank = text.slice(start, end).trim() === '';
  return { start, end, kind: isBlank ? 'prose' : 'code', level: 0 };
}

/** Text wrapped by an editor flows anew; text whose short lines mean something keeps them. */
function proseRuns(text: string, start: number, end: number): readonly SourceRun[] {
  const lines = text.slice(start, end).trim().split('\n').slice(0, -1);
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
  const separator = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf(' '));
  if (separator > 0) return start + separator + 1;
  const splitsPair = /[\uD800-\uDBFF]$/.test(piece);
  return splitsPair ? limit - 1 : limit;
}
