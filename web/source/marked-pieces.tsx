import type { ReactNode } from 'react';
import type { InlinePiece } from './inline-markup.ts';
import { InlineText } from './inline-text.tsx';
import { piecesWithin } from './run-pieces.ts';

interface MarkedPiecesProps {
  readonly text: string;
  readonly pieces: readonly InlinePiece[];
  /** The part of the text to mark; nothing where the two are equal. */
  readonly markStart: number;
  readonly markEnd: number;
  /** How punctuation that only means form is shown. */
  readonly renderMark: (content: string) => ReactNode;
}

/** Pieces of a document with the cited part among them marked. */
export function MarkedPieces({ text, pieces, markStart, markEnd, renderMark }: MarkedPiecesProps) {
  const start = pieces[0]?.start ?? 0;
  const end = pieces.at(-1)?.end ?? 0;
  const from = Math.min(Math.max(markStart, start), end);
  const to = Math.min(Math.max(markEnd, from), end);
  const within = (first: number, last: number) => (
    <InlineText text={text} pieces={piecesWithin(pieces, first, last)} renderMark={renderMark} />
  );
  return (
    <>
      {within(start, from)}
      {to > from && <mark>{within(from, to)}</mark>}
      {within(to, end)}
    </>
  );
}
