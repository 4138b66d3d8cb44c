import type { ChunkSpan } from '../../contracts/chunker.ts';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { cutSpan } from './cut-unit.ts';
import { PiecePacker, type PiecePackerOptions } from './piece-packer.ts';
import { placeSpans } from './place-spans.ts';
import { requireDocument } from './require-document.ts';
import type { Cutter } from './seams.ts';
import { turnTaker } from './turn-taker.ts';
import { type Unit, units } from './units.ts';

/** The chunks of a document of which every unit is cut, and the pieces are packed whatever unit they are of. */
export async function packDocument(
  document: ParsedDocument,
  cuttersOf: (unit: Unit) => readonly Cutter[],
  options: PiecePackerOptions,
  signal: AbortSignal | undefined,
): Promise<ChunkSpan[]> {
  requireDocument(document);
  const takeTurn = turnTaker(signal);
  const { text, language = 'und' } = document;
  const packer = new PiecePacker(text, options);
  for (const unit of units(document)) {
    for (const piece of cutSpan(text, unit, cuttersOf(unit), { ...options, language })) {
      await takeTurn();
      packer.add(piece);
    }
  }
  return placeSpans(document, packer.finish(), takeTurn);
}
