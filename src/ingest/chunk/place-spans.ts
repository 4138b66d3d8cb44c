import type { ChunkSpan } from '../../contracts/chunker.ts';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { commonPath } from './common-path.ts';
import type { Piece } from './cut-unit.ts';
import { placeOf, type Unit, units } from './units.ts';

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
