import './answer-text.css';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import type { OpenSource } from '../route.ts';
import { inlineMarkup } from '../source/inline-markup.ts';
import { InlineText } from '../source/inline-text.tsx';
import { type AnswerPart, answerParts } from './answer-parts.ts';
import { type AnswerPiece, answerPieces } from './answer-pieces.ts';
import { FootnoteMarker } from './footnote-marker.tsx';
import { VerdictMark } from './verdict-mark.tsx';

interface AnswerTextProps {
  readonly turn: Turn;
  readonly source: OpenSource | undefined;
  readonly onOpenCitation: (citation: ShownCitation) => void;
}

/**
 * The sentences of an answer, each followed by its footnote markers; those that their sources do not bear out carry a
 * mark. The same for an answer in the making and one that is kept.
 */
export function AnswerText({ turn, source, onOpenCitation }: AnswerTextProps) {
  const { text, citations, sentences, state } = turn;
  const renderPiece = (piece: AnswerPiece, index: number) =>
    piece.kind === 'marker' ? (
      <FootnoteMarker
        key={index}
        citation={piece.citation}
        source={source}
        onOpen={() => onOpenCitation(piece.citation)}
      />
    ) : (
      <Words key={index} piece={piece} />
    );
  const renderPart = ({ text: words, sentence }: AnswerPart, index: number) => (
    <span key={index} className={sentence && `sentence sentence-${sentence.verdict}`}>
      {answerPieces(words, citations).map(renderPiece)}
      {sentence && <VerdictMark sentence={sentence} />}
    </span>
  );
  return (
    <div className={state === 'speaking' ? 'answer-text answer-text-speaking' : 'answer-text'}>
      {answerParts(text, sentences).map(renderPart)}
    </div>
  );
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
