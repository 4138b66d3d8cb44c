import './answer-text.css';
import { type ReactNode, useMemo } from 'react';
import { detectLanguage } from '../../src/text/language/detect-language.ts';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import type { OpenSource } from '../route.ts';
import type { Marker } from './answer-blocks.ts';
import { AnswerNodes } from './answer-nodes.tsx';
import { answerTree } from './answer-tree.ts';
import { FootnoteMarker } from './footnote-marker.tsx';
import { FormattedText } from './formatted-text.tsx';
import type { AnswerNode, Phrase } from './tree-builder.ts';
import { sentenceClass, VerdictMark } from './verdict-mark.tsx';

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
  const nodes = useMemo(() => answerTree(text, citations, sentences), [text, citations, sentences]);
  const last = lastPhrase(nodes);
  const caret = state === 'speaking' && <span className="answer-caret" />;
  const renderMarkers = (markers: readonly Marker[]) =>
    markers.map(({ citation }) => (
      <FootnoteMarker
        key={citation.number}
        citation={citation}
        source={source}
        onOpen={() => onOpenCitation(citation)}
      />
    ));
  const renderPhrase = (phrase: Phrase, words: ReactNode = <FormattedText text={phrase.text} />) => (
    <span className={sentenceClass(text, phrase.sentence)}>
      {words}
      {renderMarkers(phrase.markers)}
      {phrase.isEnd && phrase.sentence && <VerdictMark answer={text} sentence={phrase.sentence} />}
      {phrase === last && caret}
    </span>
  );
  return (
    <div className="answer-text" dir="auto" lang={detectLanguage(text)}>
      <AnswerNodes answer={text} nodes={nodes} renderPhrase={renderPhrase} renderMarkers={renderMarkers} />
      {last === undefined && caret}
    </div>
  );
}

/** Where the next words will stand; undefined behind a table. */
function lastPhrase(nodes: readonly AnswerNode[]): Phrase | undefined {
  const node = nodes.at(-1);
  if (node === undefined || node.kind === 'table') return undefined;
  if (node.kind === 'code') return node.phrase;
  if (node.kind === 'quote') return lastPhrase(node.nodes);
  if (node.kind !== 'list') return node.lines.at(-1)?.at(-1);
  const item = node.items.at(-1);
  return item && (lastPhrase(item.nodes) ?? item.lines.at(-1)?.at(-1));
}
