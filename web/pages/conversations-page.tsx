import './list-page.css';
import './conversations-page.css';
import { useRef, useState } from 'react';
import type { Conversation } from '../../src/contracts/conversation.ts';
import {
  type ApiError,
  asApiError,
  changeConversation,
  eraseConversation,
  getConversation,
  listConversations,
  maxListed,
} from '../api.ts';
import { formatRoute, type Route, startOf } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { folded } from '../shell/folded.ts';
import { Loading } from '../shell/loading.tsx';
import { SearchField } from '../shell/search-field.tsx';
import { useResource } from '../use-resource.ts';
import { useReturn } from '../use-return.ts';
import { useTitle } from '../use-title.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';
import { ConversationEntry } from './conversation-entry.tsx';
import { SharedLinks } from './shared-links.tsx';

interface ConversationsPageProps {
  readonly route: Route;
  readonly collections: readonly string[];
  readonly onRename: (route: Route) => void;
}

/** The conversations that this browser has had. Each can be gone on with, or erased. */
export function ConversationsPage({ route, collections, onRename }: ConversationsPageProps) {
  const words = useWords();
  useTitle(words.shell.conversations);
  const [failure, setFailure] = useState<ApiError>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { value, error, reload } = useResource(
    (signal) => listConversations(collections, signal),
    [collections.join('\n')],
  );
  useReturn(reload);
  const act = (work: Promise<unknown>) => {
    setFailure(undefined);
    work.then(reload, (reason: unknown) => setFailure(asApiError(reason)));
  };
  const erase = ({ collection, conversationId }: Conversation) => {
    // The button that was pressed goes with its conversation.
    heading.current?.focus();
    act(eraseConversation(collection, conversationId));
  };
  const retry = () => {
    setFailure(undefined);
    reload();
  };
  const start = startOf('ask', route.collections);
  const shownError = error ?? failure;
  const wanted = route.search.trim();
  const shown = value?.filter(({ title }) => wanted.split(/\s+/).every((word) => has(title, word)));
  return (
    <div className="list-page">
      <h1 ref={heading} tabIndex={-1}>
        {words.shell.conversations}
      </h1>
      {shownError && <FailureNotice error={shownError} onRetry={retry} />}
      {!value && !shownError && <Loading />}
      {value && value.length > 0 && (
        <SearchField
          label={words.conversations.find}
          placeholder={words.conversations.findShort}
          search={route.search}
          onFind={(search) => onRename({ ...route, search })}
        />
      )}
      {value && shown && (
        <p className="list-page-total" role="status">
          {wanted === '' ? total(words, value.length) : words.conversations.matching(shown.length, wanted)}{' '}
          <a href={formatRoute(start)}>{words.conversations.startNew}</a>
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul className="conversations-list list-page-acted">
          {shown.map((conversation) => (
            <ConversationEntry
              key={conversation.conversationId}
              conversation={conversation}
              start={startIn(conversation.collection, route)}
              isOfSeveral={collections.length > 1}
              onChange={(change) =>
                act(changeConversation(conversation.collection, conversation.conversationId, change))
              }
              onSave={(form) => act(save(conversation, form))}
              onErase={() => erase(conversation)}
            />
          ))}
        </ul>
      )}
      {value && <SharedLinks collections={collections} />}
    </div>
  );
}

/** Has the browser save a conversation; what does that is loaded with the first. */
async function save({ collection, conversationId }: Conversation, form: 'md' | 'json'): Promise<void> {
  const [kept, { saveConversation }] = await Promise.all([
    getConversation(collection, conversationId, new AbortController().signal),
    import('../conversation/conversation-file.ts'),
  ]);
  saveConversation(kept, form);
}

/** Where a conversation is gone on with: in its own collection first. None is named where the address names none. */
export function startIn(collection: string, { collections }: Route): Route {
  const others = collections.filter((name) => name !== collection);
  return startOf('ask', collections.length > 0 ? [collection, ...others] : []);
}

function has(title: string, word: string): boolean {
  return folded(title).includes(folded(word));
}

function total({ conversations }: Words, listed: number): string {
  if (listed === 0) return conversations.none;
  return listed < maxListed ? conversations.total(listed) : conversations.latest(listed);
}
