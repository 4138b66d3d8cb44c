import './answer-text.css';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { detectLanguage } from '../../src/text/detect-language.ts';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import type { OpenSource } from '../route.ts';
import { answerBlocks, blankOf, type MarkedWords, type Marker, type Said } from './answer-blocks.ts';
import { AnswerTable } from './answer-table.tsx';
import { FootnoteMarker } from './footnote-marker.tsx';
import { FormattedText } from './formatted-text.tsx';
import type { Lead } from './formed-parts.ts';
import { sentenceClass } from './sentence-class.ts';
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
  const renderMarkers = (markers: readonly Marker[]) =>
    markers.map(({ citation }) => (
      <FootnoteMarker
        key={citation.number}
        citation={citation}
        source={source}
        onOpen={() => onOpenCitation(citation)}
      />
    ));
  const blocks = useMemo(() => answerBlocks(text, citations, sentences), [text, citations, sentences]);
  const caret = state === 'speaking' && <span className="answer-caret" />;
  const renderSaid = ({ words, sentence }: Said, key: number, isLast: boolean) => (
    <span key={key} className={sentenceClass(text, sentence) ?? breakClass(words)}>
      {words.map(({ piece, markers }, place) => (
        <Words key={place} piece={piece}>
          {renderMarkers(markers)}
          {place === words.length - 1 && sentence && <VerdictMark answer={text} sentence={sentence} />}
          {place === words.length - 1 && isLast && caret}
        </Words>
      ))}
    </span>
  );
  return (
    <div className="answer-text" dir="auto" lang={detectLanguage(text)}>
      {blocks.map((block, index) =>
        block.kind === 'table' ? (
          <AnswerTable key={index} answer={text} rows={block.rows} renderMarkers={renderMarkers} />
        ) : (
          <Led key={index} lead={block.lead}>
            {block.said.map((said, place) => {
              const isLast = index === blocks.length - 1 && place === block.said.length - 1;
              return renderSaid(said, place, isLast);
            })}
          </Led>
        ),
      )}
      {blocks.at(-1)?.kind !== 'words' && caret}
    </div>
  );
}

function breakClass(words: Said['words']): string | undefined {
  return blankOf({ words })?.includes('\n') ? 'answer-break' : undefined;
}

/** Sentences in the form that stands before them. */
function Led({ lead, children }: { readonly lead: Lead | undefined; readonly children: ReactNode }) {
  if (lead === undefined) return children;
  if (lead.kind === 'heading') return <h3 className="answer-heading">{children}</h3>;
  if (lead.kind === 'quote') return <blockquote className="answer-quote">{children}</blockquote>;
  return <Item {...lead}>{children}</Item>;
}

interface ItemProps {
  /** What stands before it. */
  readonly marker: string;
  /** From 0. */
  readonly depth: number;
  readonly children: ReactNode;
}

function Item({ marker, depth, children }: ItemProps) {
  return (
    <span className="answer-item" style={{ '--depth': depth } as CSSProperties}>
      <span className="answer-item-marker">{marker} </span>
      {children}
    </span>
  );
}

interface WordsProps {
  readonly piece: MarkedWords['piece'];
  /** The marks behind them. */
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
      <Item {...piece}>
        <FormattedText text={piece.text} />
        {children}
      </Item>
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
