import './list-page.css';
import './conversations-page.css';
import { useState } from 'react';
import type { ApiError } from '../api.ts';
import { eraseConversation, listConversations } from '../api.ts';
import { formatRoute, type Route, startOf } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatDate } from '../shell/format-date.ts';
import { formatCount } from '../shell/format-number.ts';
import { useResource } from '../use-resource.ts';

interface ConversationsPageProps {
  readonly route: Route;
  readonly collection: string;
}

/** The conversations that this browser has had. Each can be gone on with, or erased. */
export function ConversationsPage({ route, collection }: ConversationsPageProps) {
  const [failure, setFailure] = useState<ApiError>();
  const { value, error, reload } = useResource(
    (signal) => listConversations(collection, signal),
    [collection],
  );
  const erase = (conversationId: string) => {
    eraseConversation(collection, conversationId).then(reload, (reason: ApiError) => setFailure(reason));
  };
  const retry = () => {
    setFailure(undefined);
    reload();
  };
  const start = startOf('ask', route.collection);
  const shownError = error ?? failure;
  return (
    <div className="list-page">
      <h1>Conversations</h1>
      {shownError && <FailureNotice error={shownError} onRetry={retry} />}
      {value && (
        <p className="list-page-total">
          {value.length === 0
            ? 'None is kept yet.'
            : `${formatCount(value.length, 'conversation')} of this browser.`}{' '}
          <a href={formatRoute(start)}>Begin a new one</a>
        </p>
      )}
      {value && value.length > 0 && (
        <ul className="conversations-list">
          {value.map(({ conversationId, title, messages, updatedAt }) => (
            <li key={conversationId}>
              <a className="list-page-entry" href={formatRoute({ ...start, conversation: conversationId })}>
                <bdi className="list-page-title">{title}</bdi>
                <span className="list-page-details">
                  {formatCount(Math.ceil(messages / 2), 'question')},{' '}
                  <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
                </span>
              </a>
              <button
                type="button"
                className="conversations-erase"
                aria-label={`Erase: ${title}`}
                onClick={() => erase(conversationId)}
              >
                Erase
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
