import './conversations-aside.css';
import { useSyncExternalStore } from 'react';
import { listConversations } from '../api.ts';
import type { ConversationStore } from '../conversation/conversation-store.ts';
import { formatRoute, type Route } from '../route.ts';
import { useResource } from '../use-resource.ts';
import { useReturn } from '../use-return.ts';
import { useWords } from '../words/use-words.tsx';
import { startIn } from './conversations-page.tsx';

/** Conversations that stand beside the one that is open. */
const listed = 40;

interface ConversationsAsideProps {
  readonly route: Route;
  readonly collections: readonly string[];
  readonly conversations: ConversationStore;
}

/** The latest conversations, beside the one that is open, where the screen is wide enough for both. */
export function ConversationsAside({ route, collections, conversations }: ConversationsAsideProps) {
  const words = useWords();
  const said = useSyncExternalStore(conversations.subscribe, conversations.state);
  const open = said.conversationId;
  // Fetched anew with each question.
  const turns = said.turns.length;
  const { value, reload } = useResource(
    (signal) => listConversations(collections, signal),
    [collections.join('\n'), open, turns],
  );
  useReturn(reload);
  if (!value?.length) return null;
  return (
    <nav className="conversations-aside" aria-labelledby="conversations-aside">
      <h2 id="conversations-aside" className="small-print">
        {words.shell.conversations}
      </h2>
      <ul>
        {value.slice(0, listed).map(({ collection, conversationId, title }) => (
          <li key={conversationId}>
            <a
              className="clamped"
              href={formatRoute({ ...startIn(collection, route), conversation: conversationId })}
              aria-current={conversationId === open ? 'page' : undefined}
            >
              <bdi>{title}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
