import { useState } from 'react';
import { type ApiError, asApiError } from '../api.ts';
import type { OpenSource, Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { IsOfSeveral } from '../shell/is-of-several.ts';
import { Loading } from '../shell/loading.tsx';
import { useWords } from '../words/use-words.tsx';
import type { ConversationState } from './conversation-state.ts';
import { isGone, type OpenConversation } from './open-conversation.ts';
import type { ShownCitation, Turn } from './turn.ts';
import { TurnView } from './turn-view.tsx';
import { WarningList } from './warning-list.tsx';

interface ConversationViewProps {
  readonly state: ConversationState;
  /** What the state is of, for what a reader does. */
  readonly conversation: OpenConversation;
  /** Those that are asked; the first keeps the conversation. */
  readonly collections: readonly string[];
  readonly documentsRoute: Route;
  readonly source: OpenSource | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
  readonly onOpenCitation: (turn: Turn, citation: ShownCitation) => void;
  /** Goes another way from a question on: in another conversation, or a new one where none was before it. */
  readonly onBranch: (turn: Turn, conversationId: string | undefined) => void;
  /** Leaves a conversation that there is no more. */
  readonly onBeginAnew: () => void;
}

/** The questions of a conversation with their answers, or why they cannot be shown. */
export function ConversationView(props: ConversationViewProps) {
  const words = useWords();
  const { state, conversation, collections, documentsRoute, source } = props;
  const { onOpenSource, onOpenCitation, onBranch, onBeginAnew } = props;
  const [failure, setFailure] = useState<ApiError>();
  const { turns, warnings, error, isLoading } = state;
  const isOfSeveral = [{ collections }, ...turns].some((one) => one.collections.length > 1);

  const branch = (turn: Turn) => {
    setFailure(undefined);
    conversation.branchBefore(turn).then(
      (id) => onBranch(turn, id),
      (reason: unknown) => setFailure(asApiError(reason)),
    );
  };

  return (
    <div className="ask-turns">
      {isLoading && <Loading />}
      {error && isGone(error) && (
        <FailureNotice error={error} retryLabel={words.answer.startAnew} onRetry={onBeginAnew} />
      )}
      {error && !isGone(error) && <FailureNotice error={error} onRetry={() => void conversation.read()} />}
      <WarningList warnings={warnings} />
      <IsOfSeveral value={isOfSeveral}>
        {turns.map((turn, place) => (
          <TurnView
            key={place}
            turn={turn}
            askedIn={isOfSeveral ? changedCollections(turns, place) : undefined}
            isLast={place === turns.length - 1}
            isNext={place > 0 && place === turns.length - 1}
            documentsRoute={documentsRoute}
            source={source}
            onOpenSource={onOpenSource}
            onOpenCitation={onOpenCitation}
            onRate={(rated, helpful) => conversation.rate(rated, helpful)}
            onRetry={() => conversation.askAgain(collections)}
            onBranch={branch}
          />
        ))}
      </IsOfSeveral>
      {failure && (
        <FailureNotice error={failure} retryLabel={words.shell.close} onRetry={() => setFailure(undefined)} />
      )}
    </div>
  );
}

/** The collections that a question was asked in; undefined where they are those of the question before it. */
function changedCollections(turns: readonly Turn[], place: number): readonly string[] | undefined {
  const names = turns[place]?.collections;
  return names?.join() === turns[place - 1]?.collections.join() ? undefined : names;
}
