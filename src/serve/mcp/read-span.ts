import type { DocumentText } from '../../contracts/document.ts';
import { FootnoteError } from '../../errors.ts';

/** Which part of a document is wanted. */
export interface AskedSpan {
  /** Default: 0. */
  readonly start?: number | undefined;
  /** Default: the end of the text. */
  readonly end?: number | undefined;
  /** Blocks to take on each side, where there is an `end`. */
  readonly neighbours: number;
  /** Most characters of the part. */
  readonly limit: number;
}

/** A part of a document's text: `text` is that from `start` to `end`. */
export interface ReadSpan {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What was asked for within it. */
  readonly span: { readonly start: number; readonly end: number };
  /** Headings above the start of what was asked for, outermost first. */
  readonly headingPath: readonly string[];
  readonly page: number | null;
  /** Where to read on; null at the end of the text. */
  readonly nextStart: number | null;
}

/**
 * Reads a span with the blocks around it: a quote with the paragraph that it stands in, and those before and after.
 * Errors: `request_invalid` for a span that the text does not have.
 */
export function readSpan(
  { text, blocks }: Pick<DocumentText, 'text' | 'blocks'>,
  asked: AskedSpan,
): ReadSpan {
  const { start = 0, end = text.length, neighbours, limit } = asked;
  const last = text.length;
  if (start > last)
    throw invalid('start', `it is past the end of the document, which has ${last} characters`);
  if (end < start) throw invalid('end', `it is before start, which is ${start}`);
  const span = { start, end: Math.min(end, last) };
  const around = asked.end === undefined ? span : withNeighbours(blocks, span, neighbours);
  // What surrounds a span gives way to it where both are too long.
  const from = around.end - around.start > limit ? span.start : around.start;
  const to = beforeSurrogate(text, Math.min(around.end, from + limit));
  const above = blocks.filter((block) => block.start <= span.start);
  return {
    text: text.slice(from, to),
    start: from,
    end: to,
    span: { start: span.start, end: Math.min(span.end, to) },
    headingPath: headingsAbove(above),
    page: above.at(-1)?.page ?? null,
    nextStart: to < last ? to : null,
  };
}

type Blocks = DocumentText['blocks'];

function withNeighbours(blocks: Blocks, span: { start: number; end: number }, neighbours: number) {
  const first = blocks.findIndex((block) => block.end > span.start);
  const last = blocks.findLastIndex((block) => block.start < span.end);
  if (first < 0 || last < first) return span;
  const before = blocks[Math.max(0, first - neighbours)];
  const after = blocks[Math.min(blocks.length - 1, last + neighbours)];
  return {
    start: Math.min(span.start, before?.start ?? span.start),
    end: Math.max(span.end, after?.end ?? span.end),
  };
}

function headingsAbove(above: Blocks): readonly string[] {
  const path: { readonly level: number; readonly title: string }[] = [];
  for (const block of above) {
    if (block.kind !== 'heading') continue;
    while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
    path.push(block);
  }
  return path.map(({ title }) => title);
}

/** A character that takes two code units is not cut in half. */
function beforeSurrogate(text: string, end: number): number {
  const isCut = /[\ud800-\udbff]/.test(text[end - 1] ?? '') && /[\udc00-\udfff]/.test(text[end] ?? '');
  return isCut ? end - 1 : end;
}

function invalid(field: string, problem: string): FootnoteError {
  return new FootnoteError('request_invalid', { field, problem });
}
