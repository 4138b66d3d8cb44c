import type { HtmlPiece } from '../html/html-pieces.ts';
import { attributionLines, isQuotedLine, opensQuotation } from './message-parts.ts';

/**
 * The pieces of a message in HTML with what it quotes as quotations: besides what is marked so, the lines over it that
 * name its author, and the running text of all below the headers of another message.
 */
export function quotedPieces(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
  let isBelowHeaders = false;
  return pieces.flatMap((piece, index): readonly HtmlPiece[] => {
    if (piece.kind !== 'paragraph' && piece.kind !== 'heading') return [piece];
    const { kind, text } = piece;
    const lines = text.split('\n');
    const isMarked = kind === 'paragraph' && lines.every(isQuotedLine);
    isBelowHeaders ||= kind === 'paragraph' && !isMarked && opensQuotation(lines, 0);
    if (isMarked || isBelowHeaders) return [{ kind: 'quote', text }];
    const isOverQuote = kind === 'paragraph' && pieces[index + 1]?.kind === 'quote';
    const own = lines.length - (isOverQuote ? attributionLines(lines) : 0);
    if (own === lines.length) return [piece];
    return [
      { kind: 'paragraph', text: lines.slice(0, own).join('\n').trim() },
      { kind: 'quote', text: lines.slice(own).join('\n') },
    ];
  });
}
