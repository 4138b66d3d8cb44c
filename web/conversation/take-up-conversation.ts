import { asApiError, getConversation } from '../api.ts';
import type { ConversationWay } from './follow-answer.ts';
import { keptTurns } from './turn.ts';

/** Brings the turns of a conversation that is kept, or why they cannot be had. */
export async function takeUpConversation(conversationId: string, way: ConversationWay): Promise<void> {
  const { collections, signal, change, onConversation } = way;
  change({ type: 'awaited' });
  try {
    const conversation = await getConversation(collections[0] ?? '', conversationId, signal);
    if (!signal.aborted) change({ type: 'shown', turns: keptTurns(conversation) });
  } catch (failure) {
    if (signal.aborted) return;
    const error = asApiError(failure);
    if (error.code === 'conversation_unknown') onConversation(null);
    change({ type: 'unavailable', error });
  }
}
