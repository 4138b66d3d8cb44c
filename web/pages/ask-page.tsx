import './ask-page.css';
import { AskBox } from '../answer/ask-box.tsx';
import { AskedAbout } from '../answer/asked-about.tsx';
import { StartingPoints } from '../answer/starting-points.tsx';
import { findDocuments, sendFeedback } from '../api.ts';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import { TurnView } from '../conversation/turn-view.tsx';
import { useConversation } from '../conversation/use-conversation.ts';
import { useFootnoteKeys } from '../conversation/use-footnote-keys.ts';
import { formatRoute, type OpenSource, type Route, startOf } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatCount } from '../shell/format-number.ts';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { quotedSpan } from '../source/quoted-span.ts';
import { useResource } from '../use-resource.ts';
import { useTitle } from '../use-title.ts';

/** Documents among which those are chosen that an idle page suggests headings of. */
const documentsLookedAt = 50;

interface AskPageProps {
  readonly route: Route;
  readonly collection: string;
  readonly onNavigate: (route: Route) => void;
  readonly onRename: (route: Route) => void;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** A conversation, or a place to begin one from. */
export function AskPage({ route, collection, onNavigate, onRename, onOpenSource }: AskPageProps) {
  const { question, conversation: conversationId, source } = route;
  const documents = useResource(
    (signal) => findDocuments(collection, { limit: documentsLookedAt }, signal),
    [collection],
  );
  const conversation = useConversation({
    collection,
    question,
    about: route.about,
    conversationId,
    onKept: (id) => onRename({ ...route, question: '', about: '', conversation: id }),
  });
  const { turns, error, isAnswering } = conversation;
  useTitle(turns[0]?.question);
  const isIdle = question === '' && conversationId === undefined;
  const isEmpty = documents.value?.matching === 0;
  const start = startOf('ask', route.collection);
  // In an address with a question the words belong to that one, which stands above already.
  const about = question === '' ? route.about : '';
  const begin = (next: string) => onNavigate({ ...route, question: next, about });
  const forget = () => onRename({ ...route, about: '' });
  const askNext = (next: string) => {
    conversation.askNext(next);
    forget();
  };
  const documentsRoute = startOf('documents', route.collection);

  const showCitation = (turn: Turn, citation: ShownCitation) => {
    const { number, documentId, quote } = citation;
    onOpenSource({ documentId, span: quotedSpan(citation, quote ?? '') });
    // What is opened is counted for whoever looks after the documents; a reader misses nothing without it.
    const { messageId } = turn;
    if (messageId) sendFeedback(collection, { messageId, openedCitation: number }).catch(() => undefined);
  };
  const openCitation = useFootnoteKeys(turns, source, showCitation);

  return (
    <div className={isIdle ? 'ask-page ask-page-idle' : 'ask-page'}>
      <h1 className={isIdle ? 'ask-title' : 'visually-hidden'}>Ask your documents</h1>
      {!isIdle && (
        <div className="ask-turns">
          {error?.code === 'conversation_unknown' && (
            <FailureNotice error={error} retryLabel="Begin a new one" onRetry={() => onNavigate(start)} />
          )}
          {error && error.code !== 'conversation_unknown' && (
            <FailureNotice error={error} onRetry={conversation.reload} />
          )}
          {turns.map((turn, place) => (
            <TurnView
              key={place}
              turn={turn}
              isNext={place > 0 && place === turns.length - 1}
              documentsRoute={documentsRoute}
              source={source}
              onOpenSource={onOpenSource}
              onOpenCitation={openCitation}
              onRate={conversation.rate}
              onRetry={conversation.retry}
            />
          ))}
        </div>
      )}
      <div className="ask-place">
        {about !== '' && <AskedAbout words={about} onForget={forget} />}
        <AskBox
          isFollowUp={!isIdle}
          about={about}
          isAnswering={isAnswering}
          onAsk={isIdle ? begin : askNext}
          onStop={conversation.stop}
        />
        {!isIdle && (
          <p className="ask-anew">
            <a href={formatRoute(start)}>New conversation</a>
          </p>
        )}
      </div>
      {isIdle && documents.error && <FailureNotice error={documents.error} onRetry={documents.reload} />}
      {isIdle && isEmpty && <NothingIngested collection={collection} />}
      {isIdle && documents.value && !isEmpty && (
        <>
          <p className="ask-scope">
            Answers come from{' '}
            <a href={formatRoute(documentsRoute)}>{formatCount(documents.value.matching, 'document')}</a>,
            each sentence with its place.
          </p>
          <StartingPoints collection={collection} documents={documents.value.documents} onAsk={begin} />
        </>
      )}
    </div>
  );
}
