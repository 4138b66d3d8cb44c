import './answer-section.css';
import { ask } from '../api.ts';
import { ExplainPanel } from '../explain/explain-panel.tsx';
import type { OpenSource, Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useResource } from '../use-resource.ts';
import { AnswerText } from './answer-text.tsx';
import { FootnoteList } from './footnote-list.tsx';
import { NothingRelevant } from './nothing-relevant.tsx';

interface AnswerSectionProps {
  readonly question: string;
  readonly collection: string;
  readonly documentsRoute: Route;
  readonly source: OpenSource | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** Asks one question and shows what came of it: an answer, nothing relevant, or why it failed. */
export function AnswerSection(props: AnswerSectionProps) {
  const { question, collection, documentsRoute, source, onOpenSource } = props;
  const {
    value: answer,
    error,
    reload,
  } = useResource((signal) => ask(collection, question, signal), [collection, question]);
  if (error) return <FailureNotice error={error} onRetry={reload} />;
  return (
    <>
      <div aria-live="polite" aria-busy={!answer}>
        {!answer && <Waiting />}
        {answer?.abstained && <NothingRelevant answer={answer} documentsRoute={documentsRoute} />}
        {answer && !answer.abstained && (
          <article className="answer" aria-label="Answer">
            <AnswerText answer={answer} source={source} onOpenSource={onOpenSource} />
            <FootnoteList citations={answer.citations} source={source} onOpenSource={onOpenSource} />
          </article>
        )}
        {answer && answer.warnings.length > 0 && (
          <ul className="answer-warnings" aria-label="Warnings">
            {answer.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
      {answer && <ExplainPanel answer={answer} onOpenSource={onOpenSource} />}
    </>
  );
}

/** Holds the answer's place. It shows itself only where an answer takes long enough to be waited for. */
function Waiting() {
  return (
    <div className="waiting">
      <span className="visually-hidden">Reading your documents…</span>
      <span className="waiting-line" />
      <span className="waiting-line" />
      <span className="waiting-line" />
    </div>
  );
}
