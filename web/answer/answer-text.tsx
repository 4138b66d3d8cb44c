import './answer-text.css';
import { useMemo } from 'react';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import type { OpenSource } from '../route.ts';
import { useLanguage } from '../shell/use-language.ts';
import { InlineText } from '../source/inline-text.tsx';
import type { AnswerNode, Phrase } from './answer-node.ts';
import { AnswerNodes } from './answer-nodes.tsx';
import { answerTree } from './answer-tree.ts';
import { FootnoteMarker } from './footnote-marker.tsx';
import { sentenceClass, useMarks, VerdictMark } from './verdict-mark.tsx';

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
  useMarks();
  const { text, citations, sentences, state } = turn;
  const nodes = useMemo(() => answerTree(text, citations, sentences), [text, citations, sentences]);
  const language = useLanguage(text);
  const last = lastPhrase(nodes);
  const caret = state === 'speaking' && <span className="answer-caret" />;
  const renderFootnotes = ({ footnotes }: Phrase) =>
    footnotes.map((citation) => (
      <FootnoteMarker
        key={citation.number}
        citation={citation}
        source={source}
        onOpen={() => onOpenCitation(citation)}
      />
    ));
  const renderPhrase = (phrase: Phrase) => (
    <span className={sentenceClass(text, phrase.sentence)}>
      <InlineText text={phrase.text} pieces={phrase.pieces} renderMark={() => null} />
      {renderFootnotes(phrase)}
      {phrase.isEnd && phrase.sentence && <VerdictMark answer={text} sentence={phrase.sentence} />}
      {phrase === last && caret}
    </span>
  );
  return (
    <div className="answer-text" dir="auto" lang={language}>
      <AnswerNodes
        answer={text}
        nodes={nodes}
        renderPhrase={renderPhrase}
        renderFootnotes={renderFootnotes}
      />
      {last === undefined && caret}
    </div>
  );
}

/** Where the next words will stand; undefined behind a table. */
function lastPhrase(nodes: readonly AnswerNode[]): Phrase | undefined {
  const node = nodes.at(-1);
  if (node === undefined || node.kind === 'table') return undefined;
  if (node.kind === 'code') return node.line.at(-1);
  if (node.kind === 'quote') return lastPhrase(node.nodes);
  if (node.kind !== 'list') return node.lines.at(-1)?.at(-1);
  const item = node.items.at(-1);
  return item && (lastPhrase(item.nodes) ?? item.lines.at(-1)?.at(-1));
}
