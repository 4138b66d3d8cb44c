import './turn-view.css';
import { memo, useEffect, useRef } from 'react';
import { AnswerFoot } from '../answer/answer-foot.tsx';
import { AnswerText } from '../answer/answer-text.tsx';
import { AskedAbout } from '../answer/asked-about.tsx';
import { FootnoteList, FurtherList } from '../answer/footnote-list.tsx';
import { NothingRelevant } from '../answer/nothing-relevant.tsx';
import { ExplainPanel } from '../explain/explain-panel.tsx';
import type { OpenSource, Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useLanguage } from '../shell/use-language.ts';
import { useWords } from '../words/use-words.tsx';
import { pageLocale } from '../words/words.ts';
import { ShareAnswer } from './share-answer.tsx';
import type { ShownCitation, Turn } from './turn.ts';
import { WarningList } from './warning-list.tsx';

/** Characters from which a question is set smaller, and moved if need be, so that its answer is on the same screen. */
const longQuestion = 200;

interface TurnViewProps {
  readonly turn: Turn;
  /** The collection that keeps the conversation. */
  readonly home: string;
  /** The collections that are said to have been asked; undefined where that needs no words. */
  readonly askedIn: readonly string[] | undefined;
  /** Whether nothing was asked after it. */
  readonly isLast: boolean;
  /** Whether it was asked after others on this page: then it comes into view. */
  readonly isNext: boolean;
  readonly documentsRoute: Route;
  readonly source: OpenSource | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
  readonly onOpenCitation: (turn: Turn, citation: ShownCitation) => void;
  readonly onRate: (turn: Turn, helpful: boolean) => void;
  readonly onRetry: () => void;
  readonly onBranch: (turn: Turn) => void;
  /** Asks the question once more, to be answered by quotations. */
  readonly onQuote: (turn: Turn) => void;
}

/**
 * A question and what came of it: an answer, also in the making, nothing relevant, or why it failed. A conversation may
 * have a thousand of them: only those are drawn again of which something has changed.
 */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const words = useWords();
  const { turn, home, askedIn, isLast, isNext, documentsRoute, source } = props;
  const { onOpenSource, onOpenCitation, onRate, onRetry, onBranch, onQuote } = props;
  const { text, citations, state, answer, error, isAbstention, isSmallTalk } = turn;
  const isAnswering = state === 'waiting' || state === 'speaking';
  const isLong = turn.question.length > longQuestion;
  const hasAnswer = !isAbstention && (text !== '' || state === 'stopped');
  const section = useRef<HTMLElement>(null);
  const language = useLanguage(turn.question);

  useEffect(() => {
    if (isNext) section.current?.scrollIntoView({ block: 'start' });
  }, [isNext]);

  const openCitation = (citation: ShownCitation) => onOpenCitation(turn, citation);
  return (
    <section className={isNext ? 'turn turn-next' : 'turn'} ref={section}>
      <h2
        className={isLong ? 'turn-question turn-question-long' : 'turn-question'}
        dir="auto"
        lang={language}
        tabIndex={isLong ? 0 : undefined}
      >
        {turn.question}
      </h2>
      {askedIn && <p className="turn-collections small-print">{words.answer.askedIn(listed(askedIn))}</p>}
      {turn.quotesOnly && <p className="turn-collections small-print">{words.answer.quotedOnly}</p>}
      {turn.about !== '' && <AskedAbout words={turn.about} />}
      <div aria-live="polite" aria-busy={isAnswering}>
        {state === 'waiting' && <Waiting turn={turn} />}
        {isAbstention && <NothingRelevant text={text} documentsRoute={documentsRoute} />}
        {hasAnswer && (
          <article className="answer" aria-label={words.answer.answer}>
            <AnswerText turn={turn} source={source} onOpenCitation={openCitation} />
            {state === 'stopped' && (
              <p className="answer-stopped small-print">
                {words.answer.brokeOff}
                {isLast && (
                  <button type="button" className="quiet-button" onClick={onRetry}>
                    {words.answer.askAgain}
                  </button>
                )}
              </p>
            )}
            {citations.length > 0 && (
              <FootnoteList citations={citations} source={source} onOpenCitation={openCitation} />
            )}
            {answer && answer.further.length > 0 && (
              <FurtherList passages={answer.further} source={source} onOpenSource={onOpenSource} />
            )}
          </article>
        )}
        {answer && <WarningList warnings={answer.warnings} />}
      </div>
      {error && <FailureNotice error={error} onRetry={onRetry} />}
      {!isAnswering && state !== 'failed' && !isSmallTalk && turn.messageId !== null && (
        <>
          <AnswerFoot
            turn={turn}
            onRate={(helpful) => onRate(turn, helpful)}
            onBranch={() => onBranch(turn)}
            onQuote={() => onQuote(turn)}
          />
          <ShareAnswer home={home} messageId={turn.messageId} />
        </>
      )}
      {answer && !isSmallTalk && <ExplainPanel answer={answer} onOpenSource={onOpenSource} />}
    </section>
  );
});

/** Holds the answer's place. It shows itself only where an answer takes long enough to be waited for. */
function Waiting({ turn: { passages, wait } }: { readonly turn: Turn }) {
  const words = useWords();
  const reading = passages === undefined ? words.answer.reading : words.answer.readingPassages(passages);
  return (
    <div className="waiting">
      <span className="small-print">{wait?.message ?? reading}</span>
      <span className="waiting-line" />
      <span className="waiting-line" />
      <span className="waiting-line" />
    </div>
  );
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat(pageLocale()).format(names);
}
