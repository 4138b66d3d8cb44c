import './ask-page.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AskBox } from '../answer/ask-box.tsx';
import { AskedAbout } from '../answer/asked-about.tsx';
import { isAnswering } from '../conversation/conversation-state.ts';
import type { ConversationStore } from '../conversation/conversation-store.ts';
import { openFootnote } from '../conversation/footnotes.ts';
import type { Turn } from '../conversation/turn.ts';
import { useConversation } from '../conversation/use-conversation.ts';
import { keepText, keptText } from '../kept.ts';
import { formatRoute, type OpenSource, type Route, startOf } from '../route.ts';
import { Loading } from '../shell/loading.tsx';
import { useTitle } from '../use-title.ts';
import { useWords } from '../words/use-words.tsx';
import { AskableDocuments } from './askable-documents.tsx';

/** Answers are shown by what is loaded behind the page, while the first question is written. */
const loadView = () => import('../conversation/conversation-view.tsx');
const ConversationView = lazy(async () => ({ default: (await loadView()).ConversationView }));

interface AskPageProps {
  readonly route: Route;
  readonly conversations: ConversationStore;
  /** Those that are asked; the first keeps the conversation. */
  readonly collections: readonly string[];
  /** Whether there is a language model to do without. */
  readonly hasModel: boolean;
  /** The question that is being written. */
  readonly draft: string;
  readonly onWrite: (draft: string) => void;
  readonly onNavigate: (route: Route) => void;
  readonly onRename: (route: Route) => void;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** Under which the browser keeps whether questions are to be answered by quotations. */
const quotesOnlyKey = 'footnote-quotes-only';

/** A conversation, or a place to begin one from. */
export function AskPage(props: AskPageProps) {
  const words = useWords();
  const { route, conversations, collections, draft, onWrite, onNavigate, onRename, onOpenSource } = props;
  const { question, conversation: conversationId } = route;
  const [wantsQuotes, setWantsQuotes] = useState(() => keptText(quotesOnlyKey) === 'yes');
  const quotesOnly = props.hasModel && wantsQuotes;
  const asked = { question, about: route.about, collections, quotesOnly };
  const conversation = useConversation(conversations, { asked, conversationId }, (id) =>
    onRename({ ...route, question: '', about: '', conversation: id }),
  );
  useTitle(conversation.turns[0]?.question);
  useEffect(() => void loadView(), []);
  const isIdle = question === '' && conversationId === undefined;
  const start = startOf('ask', route.collections);
  const documentsRoute = startOf('documents', route.collections);
  // In an address with a question the words belong to that one, which stands above already.
  const about = question === '' ? route.about : '';
  const begin = (next: string) => onNavigate({ ...route, question: next, about });
  const forget = () => onRename({ ...route, about: '' });
  const branch = (turn: Turn, id: string | undefined) => {
    onWrite(turn.question);
    onNavigate({ ...start, conversation: id, about: turn.about });
  };
  const askNext = (next: string) => {
    conversations.shown.ask({ question: next, about, collections, quotesOnly });
    forget();
  };

  return (
    <div className={isIdle ? 'ask-page ask-page-idle' : 'ask-page'}>
      <h1 className={isIdle ? 'ask-title' : 'visually-hidden'}>{words.ask.title}</h1>
      {!isIdle && (
        <Suspense fallback={<Loading />}>
          <ConversationView
            state={conversation}
            conversation={conversations.shown}
            collections={collections}
            documentsRoute={documentsRoute}
            source={route.source}
            onOpenSource={onOpenSource}
            onOpenCitation={(turn, citation) =>
              openFootnote(conversations, collections[0] ?? '', { turn, citation }, onOpenSource)
            }
            onBranch={branch}
            onBeginAnew={() => onNavigate(start)}
          />
        </Suspense>
      )}
      <div className="ask-place">
        {about !== '' && <AskedAbout words={about} onForget={forget} />}
        <AskBox
          draft={draft}
          onWrite={onWrite}
          isFollowUp={!isIdle}
          about={about}
          isAnswering={isAnswering(conversation)}
          isLoading={conversation.isLoading}
          onAsk={isIdle ? begin : askNext}
          onStop={() => conversations.shown.stop()}
        />
        {(props.hasModel || !isIdle) && (
          <p className="ask-below small-print">
            {props.hasModel && (
              <label>
                <input
                  type="checkbox"
                  checked={wantsQuotes}
                  onChange={({ currentTarget: { checked } }) => {
                    setWantsQuotes(checked);
                    keepText(quotesOnlyKey, checked ? 'yes' : 'no');
                  }}
                />
                {words.ask.quotesOnly}
              </label>
            )}
            {!isIdle && <a href={formatRoute(start)}>{words.ask.newConversation}</a>}
          </p>
        )}
      </div>
      {isIdle && <AskableDocuments collections={collections} documentsRoute={documentsRoute} onAsk={begin} />}
    </div>
  );
}
