import './answer-text.css';
import type { CSSProperties, ReactNode } from 'react';
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
  const renderMarker = ({ citation }: Marker) => (
    <FootnoteMarker
      key={citation.number}
      citation={citation}
      source={source}
      onOpen={() => onOpenCitation(citation)}
    />
  );
  const renderPart = ({ text: words, sentence }: AnswerPart, index: number) => (
    <span key={index} className={sentence && `sentence sentence-${sentence.verdict}`}>
      {withMarkers(answerPieces(words, citations)).map(({ piece, markers }, place) => (
        <Words key={place} piece={piece}>
          {markers.map(renderMarker)}
        </Words>
      ))}
      {sentence && <VerdictMark sentence={sentence} />}
    </span>
  );
  return (
    <div className={state === 'speaking' ? 'answer-text answer-text-speaking' : 'answer-text'} dir="auto">
      {answerParts(text, sentences).map(renderPart)}
    </div>
  );
}

type Marker = Extract<AnswerPiece, { kind: 'marker' }>;
type WordsPiece = Exclude<AnswerPiece, Marker>;

/** Words with the markers right behind them, which stand at their end and on no line of their own. */
interface MarkedWords {
  readonly piece: WordsPiece;
  readonly markers: readonly Marker[];
}

function withMarkers(pieces: readonly AnswerPiece[]): readonly MarkedWords[] {
  const marked: { piece: WordsPiece; markers: Marker[] }[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'marker') marked.push({ piece, markers: [] });
    else if (marked.length > 0) marked.at(-1)?.markers.push(piece);
    else marked.push({ piece: { kind: 'text', text: '' }, markers: [piece] });
  }
  return marked;
}

interface WordsProps {
  readonly piece: WordsPiece;
  /** The markers behind them. */
  readonly children: ReactNode;
}

function Words({ piece, children }: WordsProps) {
  if (piece.kind === 'preformatted') {
    return (
      <span className="answer-preformatted" dir="ltr">
        {piece.text}
        {children}
      </span>
    );
  }
  if (piece.kind === 'item') {
    return (
      <span className="answer-item" style={{ '--depth': piece.depth } as CSSProperties}>
        <span className="answer-item-marker">{piece.marker} </span>
        <FormattedText text={piece.text} />
        {children}
      </span>
    );
  }
  if (piece.kind === 'text') {
    return (
      <>
        <FormattedText text={piece.text} />
        {children}
      </>
    );
  }
  return (
    <>
      {piece.cells.map((cell, index) => (
        <span key={index} className="answer-cell">
          <FormattedText text={cell} />
        </span>
      ))}
      {children}
    </>
  );
}

/** Markdown's inline marks are set instead of shown; the source shows them as they are. */
function FormattedText({ text }: { readonly text: string }) {
  return <InlineText text={text} pieces={inlineMarkup(text)} renderMark={() => null} />;
}
