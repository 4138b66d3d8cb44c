import type { ChunkSpan } from '../../contracts/chunker.ts';
import type { Block, ParsedDocument } from '../../contracts/parser.ts';
import { HeadingTrail } from '../../text/heading-path.ts';
import { type Span, trimmed } from './windows.ts';

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
  if (block.kind !== 'table' || block.headerEnd - block.start > maxTableHeader) return {};
  const tableHeader = trimmed(text, { start: block.start, end: block.headerEnd });
  return tableHeader.start < tableHeader.end ? { tableHeader } : {};
}
