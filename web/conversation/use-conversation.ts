import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError, ask, getConversation, sendFeedback } from '../api.ts';
import { askedTurn, keptTurns, type Turn, withEvent } from './turn.ts';

/** What is said on the page, and the ways to go on. */
export interface ConversationState {
  readonly turns: readonly Turn[];
  /** Why a kept conversation cannot be shown. */
  readonly error: ApiError | undefined;
  /** Takes the kept conversation up once more, after {@link error}. */
  readonly reload: () => void;
  readonly isAnswering: boolean;
  readonly askNext: (question: string) => void;
  /** Asks the last question once more. */
  readonly retry: () => void;
  readonly stop: () => void;
  /** Says whether an answer helped; saying the same again takes it back. */
  readonly rate: (turn: Turn, helpful: boolean) => void;
}

interface Options {
  readonly collection: string;
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
export function useConversation(options: Options): ConversationState {
  const { collection, question, conversationId } = options;
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [error, setError] = useState<ApiError>();
  const [attempt, setAttempt] = useState(0);
  /** Id of the conversation that is shown, and the question that it began with on this page. */
  const shown = useRef<string | null>(null);
  const begunWith = useRef<string>(undefined);
  const answering = useRef<AbortController>(undefined);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const changeLast = useCallback(
    (change: (turn: Turn) => Turn) =>
      setTurns((all) => all.map((turn, place) => (place === all.length - 1 ? change(turn) : turn))),
    [],
  );

  const follow = useCallback(
    async (asked: Turn) => {
      const controller = new AbortController();
      answering.current = controller;
      try {
        const body = {
          question: asked.question,
          selectedText: asked.about,
          conversationId: shown.current,
        };
        for await (const event of ask(collection, body, controller.signal)) {
          if (controller.signal.aborted) return;
          changeLast((turn) => withEvent(turn, event));
          if (event.type !== 'conversation') continue;
          shown.current = event.conversationId;
          latest.current.onKept(event.conversationId);
        }
      } catch (failure) {
        if (controller.signal.aborted) return;
        const error = asApiError(failure);
        // It was erased elsewhere: asked again, the question begins another.
        if (error.code === 'conversation_unknown') shown.current = null;
        changeLast((turn) => ({ ...turn, state: 'failed', error }));
      }
    },
    [collection, changeLast],
  );

  const takeUp = useCallback(
    async (id: string, signal: AbortSignal) => {
      try {
        const conversation = await getConversation(collection, id, signal);
        shown.current = id;
        setTurns(keptTurns(conversation));
      } catch (failure) {
        if (!signal.aborted) setError(asApiError(failure));
      }
    },
    [collection],
  );

  useEffect(() => {
    // Both addresses of what is shown: it is not asked or fetched again.
    const isShown = question === '' ? conversationId !== undefined : question === begunWith.current;
    if (isShown && shown.current !== null && shown.current === (conversationId ?? shown.current)) return;
    answering.current?.abort();
    shown.current = null;
    begunWith.current = question;
    setError(undefined);
    if (question !== '') {
      const asked = askedTurn(question, latest.current.about);
      setTurns([asked]);
      void follow(asked);
      return;
    }
    setTurns([]);
    if (conversationId === undefined) return;
    const controller = new AbortController();
    answering.current = controller;
    void takeUp(conversationId, controller.signal);
  }, [question, conversationId, attempt, follow, takeUp]);

  useEffect(() => () => answering.current?.abort(), []);

  const last = turns.at(-1);
  return {
    turns,
    error,
    reload: () => setAttempt((previous) => previous + 1),
    isAnswering: last?.state === 'waiting' || last?.state === 'speaking',
    askNext(next) {
      const asked = askedTurn(next, options.about);
      setError(undefined);
      setTurns([...turns, asked]);
      void follow(asked);
    },
    retry() {
      if (!last) return;
      const asked = askedTurn(last.question, last.about);
      changeLast(() => asked);
      void follow(asked);
    },
    stop() {
      answering.current?.abort();
      changeLast((turn) => ({ ...turn, state: 'stopped' }));
    },
    rate(turn, said) {
      const { messageId } = turn;
      if (messageId === null) return;
      const helpful = turn.helpful === said ? null : said;
      const change = (value: boolean | null) =>
        setTurns((all) => all.map((one) => (one.messageId === messageId ? { ...one, helpful: value } : one)));
      change(helpful);
      sendFeedback(collection, { messageId, helpful }).catch(() => change(turn.helpful));
    },
  };
}
