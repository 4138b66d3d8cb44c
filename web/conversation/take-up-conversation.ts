import { asApiError, getConversation } from '../api.ts';
import { type ConversationWay, rejoinAnswer } from './follow-answer.ts';
import { keptTurns, type Turn } from './turn.ts';

/** How often it is looked whether an answer that is made elsewhere has come to its end. */
const lookAgainMs = 1500;

/** How long an answer may take. What is unfinished for longer is never going to be: its server was ended. */
const longestAnswerMs = 120_000;

/**
 * Brings the turns of a conversation that is kept, or why they cannot be had. An answer that this page is having made
 * is told on; one that is made elsewhere is waited for.
 */
export async function takeUpConversation(conversationId: string, way: ConversationWay): Promise<void> {
  const { collections, signal, change, onConversation } = way;
  change({ type: 'awaited' });
  const begun = performance.now();
  try {
    for (;;) {
      const conversation = await getConversation(collections[0] ?? '', conversationId, signal);
      if (signal.aborted) return;
      const turns = keptTurns(conversation);
      const asked = Date.parse(conversation.updatedAt);
      const isAwaited = Math.max(Date.now() - asked, performance.now() - begun) < longestAnswerMs;
      const isUnderWay = turns.at(-1)?.state === 'waiting';
      const rejoined = isUnderWay ? rejoinAnswer(conversationId, way) : undefined;
      if (rejoined) return change({ type: 'shown', turns: [...turns.slice(0, -1), rejoined] });
      change({
        type: 'shown',
        turns: turns.map((turn, place) => settled(turn, isAwaited && place === turns.length - 1)),
      });
      if (!isUnderWay || !isAwaited) return;
      await delay(lookAgainMs, signal);
      if (signal.aborted) return;
    }
  } catch (failure) {
    if (signal.aborted) return;
    const error = asApiError(failure);
    if (error.code === 'conversation_unknown') onConversation(null);
    change({ type: 'unavailable', error });
  }
}

/** A turn whose answer is waited for no more broke off. */
function settled(turn: Turn, isAwaited: boolean): Turn {
  return turn.state === 'waiting' && !isAwaited ? { ...turn, state: 'stopped' } : turn;
}

/** Resolves after that long, or when the signal is aborted. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
