import { asApiError, ask } from '../api.ts';
import type { ConversationChange } from './conversation-state.ts';
import { type Turn, withEvent } from './turn.ts';

/** Why a signal is aborted where the conversation is shown no more, and nobody has stopped its answer. */
export const leftForAnother = 'left';

/** How what comes from the server gets into the conversation on the page. */
export interface ConversationWay {
  /** Those that are asked; the first keeps the conversation. */
  readonly collections: readonly string[];
  /** Once aborted, nothing more is told. */
  readonly signal: AbortSignal;
  readonly change: (change: ConversationChange) => void;
  /** Called when a conversation keeps what is said; with null where there is none of that id any more. */
  readonly onConversation: (conversationId: string | null) => void;
}

interface AnswerUnderWay {
  readonly request: AbortController;
  /** As far as it came. */
  turn: Turn;
  /** Where it is told: another one once its reader has come back. */
  way: ConversationWay;
}

/** Answers that are on their way, by the conversations that keep them. */
const keptAnswers = new Map<string, AnswerUnderWay>();

/** Stops the answer that goes on in a conversation, also where that was left and its reader has come back. */
export function stopAnswer(conversationId: string): void {
  keptAnswers.get(conversationId)?.request.abort();
}

/**
 * Tells the rest of the answer that goes on in a conversation to a reader who has come back to it. Returns its turn as
 * far as it came; undefined where this page is having none made.
 */
export function rejoinAnswer(conversationId: string, way: ConversationWay): Turn | undefined {
  const answer = keptAnswers.get(conversationId);
  if (answer) answer.way = way;
  return answer?.turn;
}

/**
 * Asks the question of a turn in a conversation, or begins one with it, and tells what becomes of its answer while it
 * is made. An answer that a conversation keeps is made to its end where that is only left: it is there on the way back.
 */
export async function followAnswer(
  turn: Turn,
  conversationId: string | null,
  way: ConversationWay,
): Promise<void> {
  const { collections, signal } = way;
  const request = new AbortController();
  const answer: AnswerUnderWay = { request, turn, way };
  let keptIn: string | undefined;
  signal.addEventListener('abort', () => {
    if (keptIn === undefined || signal.reason !== leftForAnother) request.abort();
  });
  const asked = { question: turn.question, selectedText: turn.about, conversationId };
  try {
    for await (const event of ask(collections, asked, request.signal)) {
      if (event.type === 'conversation') {
        keptIn = event.conversationId;
        keptAnswers.set(keptIn, answer);
      }
      answer.turn = withEvent(answer.turn, event);
      if (answer.way.signal.aborted) continue;
      answer.way.change({ type: 'told', event });
      if (event.type === 'conversation') answer.way.onConversation(event.conversationId);
    }
  } catch (failure) {
    if (answer.way.signal.aborted) return;
    const error = asApiError(failure);
    // It was erased elsewhere: asked again, the question begins another.
    if (error.code === 'conversation_unknown') answer.way.onConversation(null);
    answer.way.change({ type: 'failed', error });
  } finally {
    if (keptIn !== undefined && keptAnswers.get(keptIn) === answer) keptAnswers.delete(keptIn);
  }
}
