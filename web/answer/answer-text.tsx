import './answer-text.css';
import type { Answer } from '../../src/answer/answer.ts';
import type { OpenSource } from '../route.ts';
import { inlineMarkup } from '../source/inline-markup.ts';
import { InlineText } from '../source/inline-text.tsx';
import { type AnswerPiece, answerPieces } from './answer-pieces.ts';
import { FootnoteMarker } from './footnote-marker.tsx';

interface AnswerTextProps {
  readonly answer: Answer;
  readonly source: OpenSource | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** The sentences of an answer, each followed by its footnote marker. */
export function AnswerText({ answer, source, onOpenSource }: AnswerTextProps) {
  const renderPiece = (piece: AnswerPiece, index: number) =>
    piece.kind === 'marker' ? (
      <FootnoteMarker key={index} citation={piece.citation} source={source} onOpenSource={onOpenSource} />
    ) : (
      <Words key={index} piece={piece} />
    );
  return <div className="answer-text">{answerPieces(answer.answer, answer.citations).map(renderPiece)}</div>;
}

function Words({ piece }: { readonly piece: Exclude<AnswerPiece, { kind: 'marker' }> }) {
  if (piece.kind === 'preformatted') return <span className="answer-preformatted">{piece.text}</span>;
  if (piece.kind === 'text') return <FormattedText text={piece.text} />;
  return piece.cells.map((cell, index) => (
    <span key={index} className="answer-cell">
      <FormattedText text={cell} />
    </span>
  ));
}

/** Markdown's inline marks are set instead of shown; the source shows them as they are. */
function FormattedText({ text }: { readonly text: string }) {
  return <InlineText text={text} pieces={inlineMarkup(text)} renderMark={() => null} />;
}
