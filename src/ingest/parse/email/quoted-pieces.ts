import type { HtmlPiece } from '../html/html-pieces.ts';
import { isAttribution, opensQuotation } from './message-parts.ts';

/**
 * The pieces of a message in HTML with what it quotes as quotations: besides what is marked so, the paragraph over it
 * that names its author, and the running text of all below the headers of another message.
 */
export function quotedPieces(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
  const opening = pieces.findIndex(
    (piece) => piece.kind === 'paragraph' && opensQuotation(piece.text.split('\n'), 0),
  );
  const firstQuoted = opening === -1 ? pieces.length : opening;
  return pieces.map((piece, index) => {
    const isBelow = index >= firstQuoted && (piece.kind === 'paragraph' || piece.kind === 'heading');
    const isSaidOfNext =
      piece.kind === 'paragraph' && isAttribution(piece.text) && pieces[index + 1]?.kind === 'quote';
    return isBelow || isSaidOfNext ? { kind: 'quote', text: piece.text } : piece;
  });
}
