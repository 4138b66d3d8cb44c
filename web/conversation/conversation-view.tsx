import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../api.ts';
import { formatRoute, type OpenSource, type Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { IsOfSeveral } from '../shell/is-of-several.ts';
import { Loading } from '../shell/loading.tsx';
import { isOpen } from '../source/quoted-span.ts';
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

/** From so many turns on, those that are out of view are not laid out. */
const manyTurns = 20;

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
  const handlers = useLatest({
    onOpenSource,
    onOpenCitation,
    onRate: (rated: Turn, helpful: boolean) => conversation.rate(rated, helpful),
    onRetry: () => conversation.askAgain(collections),
    onBranch: branch,
    onQuote: ({ question, about }: Turn) =>
      conversation.ask({ question, about, collections, quotesOnly: true }),
  });
  // What is the same address is the same for every turn.
  const address = formatRoute(documentsRoute);
  const documents = useMemo(() => documentsRoute, [address]);

  return (
    <div className={turns.length > manyTurns ? 'ask-turns ask-turns-many' : 'ask-turns'}>
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
            home={conversation.home}
            askedIn={isOfSeveral ? changedCollections(turns, place) : undefined}
            isLast={place === turns.length - 1}
            isNext={place > 0 && place === turns.length - 1}
            documentsRoute={documents}
            source={placesOf(turn).some((place) => isOpen(source, place)) ? source : undefined}
            {...handlers}
          />
        ))}
      </IsOfSeveral>
      {failure && (
        <FailureNotice error={failure} retryLabel={words.shell.close} onRetry={() => setFailure(undefined)} />
      )}
    </div>
  );
}

/** The places that an answer leads to. */
function placesOf({ citations, answer }: Turn) {
  return [...citations, ...(answer?.further ?? [])];
}

/** The collections that a question was asked in; undefined where they are those of the question before it. */
function changedCollections(turns: readonly Turn[], place: number): readonly string[] | undefined {
  const names = turns[place]?.collections;
  return names?.join() === turns[place - 1]?.collections.join() ? undefined : names;
}

type Handlers = Readonly<Record<string, (...args: never[]) => void>>;

/** Functions that stay the same ones, and do what those that were given last do. */
function useLatest<Given extends Handlers>(given: Given): Given {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  return useMemo(() => {
    const names = Object.keys(latest.current);
    const call = (name: string) => [name, (...args: never[]) => latest.current[name]?.(...args)] as const;
    return Object.fromEntries(names.map(call)) as unknown as Given;
  }, []);
}
