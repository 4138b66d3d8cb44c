import type { ChunkSpan } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import type { Block, ParsedDocument } from '../../contracts/parser.ts';
import { HeadingTrail } from '../../text/heading-path.ts';
import { proseSentences } from '../../text/sentences/prose-sentences.ts';
import { requireList, requireObject, requireText } from '../../values/require-arguments.ts';
import { type Span, trimmed, windows } from './windows.ts';

/** Refuses what is no parsed document, as a text by itself is none: see `parseFile`. Errors: `request_invalid`. */
export function requireDocument(document: object): void {
  requireObject('document', document);
  const { text, blocks } = document as { readonly text?: unknown; readonly blocks?: unknown };
  requireText('document.text', text);
  requireList('document.blocks', blocks);
}

/** A block as the chunker packs it: its span without the white space around it, and the headings above it. */
export interface Unit {
  readonly kind: Block['kind'];
  readonly start: number;
  readonly end: number;
  /** Outermost first; a heading's own path ends with itself. */
  readonly headingPath: readonly string[];
  readonly page?: number;
  /** Header rows of a table that has some. */
  readonly tableHeader?: Span;
}

/** So many code units of header rows say what the columns are; longer ones are not repeated. */
const maxTableHeader = 1000;

/**
 * What a span that begins at `start`, in this unit, takes from it: its page, and the header of a table begun before.
 */
export function placeOf(text: string, unit: Unit, start: number): Pick<ChunkSpan, 'page' | 'tableHeader'> {
  const { page, tableHeader } = unit;
  return {
    ...(page !== undefined && { page }),
    ...(tableHeader &&
      start >= tableHeader.end && { tableHeader: text.slice(tableHeader.start, tableHeader.end) }),
  };
}

/** The document's blocks in order, each under its headings. Blank blocks are left out. */
export function* units({ text, blocks }: ParsedDocument): Generator<Unit> {
  const trail = new HeadingTrail();
  for (const block of blocks) {
    trail.pass(block);
    const span = trimmed(text, block);
    if (span.start >= span.end) continue;
    yield {
      kind: block.kind,
      ...span,
      headingPath: trail.path,
      ...(block.page !== undefined && { page: block.page }),
      ...headerOf(text, block),
    };
  }
}

function headerOf(text: string, block: Block): { readonly tableHeader?: Span } {
  if (block.kind !== 'table') return {};
  const { start, end } = block.header ?? { start: block.start, end: block.headerEnd };
  if (end - start > maxTableHeader) return {};
  const tableHeader = trimmed(text, { start, end });
  return tableHeader.start < tableHeader.end ? { tableHeader } : {};
}

/** The headings that stand over all of a chunk's text; where it is headings only, over all of these. */
export function commonPath(parts: readonly Pick<Unit, 'kind' | 'headingPath'>[]): readonly string[] {
  const body = parts.filter((part) => part.kind !== 'heading');
  return commonPrefix((body.length > 0 ? body : parts).map((part) => part.headingPath));
}

/** What all paths begin with. */
export function commonPrefix(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths;
  const differs = first.findIndex((title, depth) => others.some((path) => path[depth] !== title));
  return differs === -1 ? first : first.slice(0, differs);
}

/**
 * Says of spans that were cut without regard to blocks where they stand: under the headings that all their text has
 * in common, on the page where they begin. Spans come in order of `start`. Those that touch no block are left out.
 * @param takeTurn called at each step
 */
export async function placeSpans(
  document: ParsedDocument,
  pieces: readonly Piece[],
  takeTurn: () => Promise<void>,
): Promise<ChunkSpan[]> {
  const all: Unit[] = [];
  for (const unit of units(document)) {
    await takeTurn();
    all.push(unit);
  }
  const spans: ChunkSpan[] = [];
  let first = 0;
  for (const { start, end, tokens } of pieces) {
    await takeTurn();
    while (first < all.length && (all[first] as Unit).end <= start) first += 1;
    let next = first;
    while (next < all.length && (all[next] as Unit).start < end) next += 1;
    const touched = all.slice(first, next);
    const [unit] = touched;
    if (!unit) continue;
    spans.push({
      start,
      end,
      headingPath: commonPath(touched),
      tokens,
      ...placeOf(document.text, unit, start),
    });
  }
  return spans;
}

export interface CutOptions {
  readonly maxTokens: number;
  readonly tokenizer: Tokenizer;
  /** BCP 47 primary subtag. */
  readonly language: string;
}

/** Finds the seams of one grade in a span: the spans between them, in order, hold every non-blank character. */
export type Cutter = (text: string, span: Span, options: CutOptions) => Iterable<Span>;

/** Sentences are sought in stretches of this length, so that memory stays flat on endless lines. */
const stretchLength = 16_384;

/** Sentences of prose. */
const sentences: Cutter = function* (text, span, { language }) {
  for (const stretch of windows(text, span, stretchLength)) {
    for (const sentence of proseSentences(text.slice(stretch.start, stretch.end), language)) {
      yield { start: stretch.start + sentence.start, end: stretch.start + sentence.end };
    }
  }
};

/** Stretches of words: a token of text has two code units at least, on average. */
const words: Cutter = (text, span, { maxTokens }) => windows(text, span, 2 * maxTokens);

/** Longer words, and text without spaces, are cut into bites. */
const maxWordLength = 32;
const biteLength = 8;

/** Words by the white space around them. */
export const singleWords: Cutter = function* (text, span) {
  for (const stretch of windows(text, span, stretchLength)) {
    for (const { 0: word, index } of text.slice(stretch.start, stretch.end).matchAll(/\S+/g)) {
      const start = stretch.start + index;
      const whole = { start, end: start + word.length };
      if (word.length <= maxWordLength) yield whole;
      else yield* windows(text, whole, biteLength);
    }
  }
};

/**
 * Stretches of graphemes that fit whatever they are: a code unit has at most three bytes, and no tokenizer makes more
 * than one token of a byte.
 */
export const graphemes: Cutter = (text, span, { maxTokens }) =>
  windows(text, span, Math.max(1, Math.floor(maxTokens / 3)));

/** Lines with something on them. */
export const lines: Cutter = (text, span) => groupLines(text, span, () => true);

/** Outermost items of a list, each with what is nested in it. */
const items: Cutter = (text, span) => {
  const first = listMarker.exec(lineAt(text, span.start));
  const indent = indentAt(text, span.start) + (first?.[1]?.length ?? 0);
  return groupLines(text, span, (line) => {
    const marker = listMarker.exec(line);
    return marker !== null && (marker[1]?.length ?? 0) <= indent;
  });
};

const listMarker = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?=\s|$)/;

function lineAt(text: string, position: number): string {
  const newline = text.indexOf('\n', position);
  return text.slice(position, newline === -1 ? text.length : newline);
}

/** A unit begins behind the indentation of its first line. */
function indentAt(text: string, position: number): number {
  return position - (text.lastIndexOf('\n', position - 1) + 1);
}

function* groupLines(text: string, span: Span, startsGroup: (line: string) => boolean): Generator<Span> {
  let group: Span | undefined;
  for (let lineStart = span.start; lineStart < span.end; ) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline === -1 || newline > span.end ? span.end : newline;
    const line = trimmed(text, { start: lineStart, end: lineEnd });
    if (line.start < line.end) {
      if (group && !startsGroup(text.slice(lineStart, lineEnd))) group = { ...group, end: line.end };
      else {
        if (group) yield group;
        group = line;
      }
    }
    lineStart = lineEnd + 1;
  }
  if (group) yield group;
}

/** A span that is not cut any further. */
export interface Piece extends Span {
  /** Its length with the white space before it, so that the sum over a chunk's pieces bounds the chunk. */
  readonly tokens: number;
}

/**
 * Cuts a unit at its own seams: a list at its items, a table at its rows, code at its lines, all else at sentences.
 * What is over the maximum between two seams is cut at the next finer ones, down to words and graphemes.
 * Counts each span once per grade.
 */
export function cutUnit(text: string, unit: Unit, options: CutOptions): Generator<Piece> {
  return cutSpan(text, unit, cuttersByKind[unit.kind], options);
}

/** Cuts a span by the first cutter, and what is over the maximum then by the finer ones that follow it. */
export function* cutSpan(
  text: string,
  span: Span,
  cutters: readonly Cutter[],
  options: CutOptions,
): Generator<Piece> {
  const [cutter, ...finer] = cutters;
  if (!cutter) {
    yield { ...span, tokens: countUpTo(text, span, options) };
    return;
  }
  for (const part of cutter(text, span, options)) {
    const tokens = countUpTo(text, part, options);
    if (tokens <= options.maxTokens || finer.length === 0) yield { ...part, tokens };
    else yield* cutSpan(text, part, finer, options);
  }
}

/** No tokenizer puts more than these code units into a token of ordinary text. */
const maxUnitsPerToken = 16;

/** White space further back is not looked at. */
const maxSpaceBefore = 64;

/**
 * Tokens of a span with the white space before it; infinite without counting where it is so long that it has to be
 * cut in any case.
 */
export function countUpTo(text: string, { start, end }: Span, { maxTokens, tokenizer }: CutOptions): number {
  if (end - start > maxTokens * maxUnitsPerToken) return Number.POSITIVE_INFINITY;
  const before = text.slice(Math.max(0, start - maxSpaceBefore), start);
  return tokenizer.count(text.slice(start - (before.length - before.trimEnd().length), end));
}

/** Tokens of pieces together. */
export function sumTokens(pieces: readonly Pick<Piece, 'tokens'>[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The seams of running text, the coarsest first. */
export const prose: readonly Cutter[] = [sentences, words, graphemes];

const byLine: readonly Cutter[] = [lines, words, graphemes];

/** The seams of each kind of block, the coarsest first. */
export const cuttersByKind: Readonly<Record<Block['kind'], readonly Cutter[]>> = {
  heading: prose,
  paragraph: prose,
  quote: prose,
  figure: prose,
  list: [items, lines, ...prose],
  table: byLine,
  code: byLine,
  equation: byLine,
};
