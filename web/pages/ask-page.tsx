import './ask-page.css';
import { useState } from 'react';
import { AnswerSection } from '../answer/answer-section.tsx';
import { AskBox } from '../answer/ask-box.tsx';
import { StartingPoints } from '../answer/starting-points.tsx';
import { listDocuments } from '../api.ts';
import { formatRoute, type OpenSource, type Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatCount } from '../shell/format-number.ts';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { useResource } from '../use-resource.ts';

interface AskPageProps {
  readonly question: string;
  readonly collection: string;
  readonly source: OpenSource | undefined;
  readonly onAsk: (question: string) => void;
  readonly onOpenSource: (source: OpenSource) => void;
  readonly documentsRoute: Route;
}

/** The question, and either its answer or a place to start from. */
export function AskPage({ question, collection, source, onAsk, onOpenSource, documentsRoute }: AskPageProps) {
  const documents = useResource((signal) => listDocuments(collection, signal), [collection]);
  const [attempt, setAttempt] = useState(0);
  const isIdle = question === '';
  const isEmpty = documents.value?.length === 0;

  const submit = (next: string) => {
    if (next === question) setAttempt(attempt + 1);
    else onAsk(next);
  };

  return (
    <div className={isIdle ? 'ask-page ask-page-idle' : 'ask-page'}>
      <h1 className={isIdle ? 'ask-title' : 'visually-hidden'}>Ask your documents</h1>
      <AskBox key={question} question={question} onAsk={submit} />
      <div className="ask-result">
        {!isIdle && (
          <AnswerSection
            key={`${collection} ${attempt} ${question}`}
            question={question}
            collection={collection}
            documentsRoute={documentsRoute}
            source={source}
            onOpenSource={onOpenSource}
          />
        )}
        {isIdle && documents.error && <FailureNotice error={documents.error} onRetry={documents.reload} />}
        {isIdle && isEmpty && <NothingIngested collection={collection} />}
      </div>
      {isIdle && documents.value && !isEmpty && (
        <>
          <p className="ask-scope">
            Answers come from{' '}
            <a href={formatRoute(documentsRoute)}>{formatCount(documents.value.length, 'document')}</a>, word
            for word, each sentence with its place.
          </p>
          <StartingPoints collection={collection} documents={documents.value} onAsk={onAsk} />
        </>
      )}
    </div>
  );
}
