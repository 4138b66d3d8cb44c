import { useEffect, useReducer, useRef, useState } from 'react';
import { sendFeedback } from '../api.ts';
import { afterChange, type ConversationState, nothingSaid } from './conversation-state.ts';
import { type ConversationWay, followAnswer, leftForAnother, stopAnswer } from './follow-answer.ts';
import { takeUpConversation } from './take-up-conversation.ts';
import { askedTurn, type Turn } from './turn.ts';

/** What is said on the page, and the ways to go on. */
export interface ShownConversation extends ConversationState {
  readonly isAnswering: boolean;
  /** Takes the kept conversation up once more, after an error. */
  readonly reload: () => void;
  readonly askNext: (question: string) => void;
  /** Asks the last question once more. */
  readonly retry: () => void;
  readonly stop: () => void;
  /** Says whether an answer helped; saying the same again takes it back. */
  readonly rate: (turn: Turn, helpful: boolean) => void;
}

interface Options {
  /** Those that are asked; the first keeps the conversation, and is the same as long as the page is shown. */
  readonly collections: readonly string[];
  /** Begins a conversation. */
  readonly question: string;
  /** Words of a source that the question, or the next one, is about; empty where it is about none. */
  readonly about: string;
  /** Goes on with one that is kept. */
  readonly conversationId: string | undefined;
  /** Called when the conversation on the page has got an id. */
  readonly onKept: (conversationId: string) => void;
}

/** Asks, follows the answers while they are made, and takes up conversations that are kept. */
export function useConversation(options: Options): ShownConversation {
  const { collections, question, about, conversationId } = options;
  const [state, change] = useReducer(afterChange, nothingSaid);
  const [attempt, setAttempt] = useState(0);
  /** Id of the conversation that is shown, and the question that it began with on this page. */
  const shown = useRef<string | null>(null);
  const begunWith = useRef<string>(undefined);
  const underWay = useRef<AbortController>(undefined);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const onConversation = (id: string | null) => {
    shown.current = id;
    if (id !== null) latest.current.onKept(id);
  };
  const way = (): ConversationWay => {
    underWay.current = new AbortController();
    return { collections, signal: underWay.current.signal, change, onConversation };
  };
  const follow = (asked: Turn) => void followAnswer(asked, shown.current, way());
  const leave = () => {
    underWay.current?.abort(leftForAnother);
    shown.current = null;
  };

  useEffect(() => {
    // Both addresses of what is shown: it is not asked or fetched again.
    const isShown = question === '' ? conversationId !== undefined : question === begunWith.current;
    if (isShown && shown.current !== null && shown.current === (conversationId ?? shown.current)) return;
    leave();
    begunWith.current = question;
    const asked = askedTurn({ question, about: latest.current.about, collections });
    change({ type: 'shown', turns: question === '' ? [] : [asked] });
    if (question !== '') follow(asked);
    else if (conversationId !== undefined) {
      shown.current = conversationId;
      void takeUpConversation(conversationId, way());
    }
  }, [question, conversationId, attempt]);

  useEffect(() => leave, []);

  const last = state.turns.at(-1);
  return {
    ...state,
    isAnswering: last?.state === 'waiting' || last?.state === 'speaking',
    reload() {
      leave();
      setAttempt((previous) => previous + 1);
    },
    askNext(next) {
      const asked = askedTurn({ question: next, about, collections });
      change({ type: 'asked', turn: asked });
      follow(asked);
    },
    retry() {
      if (!last) return;
      const asked = askedTurn({ question: last.question, about: last.about, collections });
      change({ type: 'asked-again', turn: asked });
      follow(asked);
    },
    stop() {
      underWay.current?.abort();
      if (shown.current !== null) stopAnswer(shown.current);
      change({ type: 'stopped' });
    },
    rate({ messageId, helpful: before }, said) {
      if (messageId === null) return;
      const helpful = before === said ? null : said;
      change({ type: 'rated', messageId, helpful });
      sendFeedback(collections[0] ?? '', { messageId, helpful }).catch(() =>
        change({ type: 'rated', messageId, helpful: before }),
      );
    },
  };
}
