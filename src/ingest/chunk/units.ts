import type { ChunkSpan } from '../../contracts/chunker.ts';
import type { Block, ParsedDocument } from '../../contracts/parser.ts';
import { HeadingTrail } from '../../text/heading-path.ts';
import { requireList, requireObject, requireText } from '../../values/require-arguments.ts';
import type { Piece } from './cut-unit.ts';
import { type Span, trimmed } from './windows.ts';

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
