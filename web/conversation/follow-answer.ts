import { asApiError, ask } from '../api.ts';
import type { ConversationChange } from './conversation-state.ts';
import type { Turn } from './turn.ts';

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

/**
 * Asks the question of a turn in a conversation, or begins one with it, and tells what becomes of its answer while it
 * is made.
 */
export async function followAnswer(
  { question, about }: Turn,
  conversationId: string | null,
  { collections, signal, change, onConversation }: ConversationWay,
): Promise<void> {
  try {
    for await (const event of ask(collections, { question, selectedText: about, conversationId }, signal)) {
      if (signal.aborted) return;
      change({ type: 'told', event });
      if (event.type === 'conversation') onConversation(event.conversationId);
    }
  } catch (failure) {
    if (signal.aborted) return;
    const error = asApiError(failure);
    // It was erased elsewhere: asked again, the question begins another.
    if (error.code === 'conversation_unknown') onConversation(null);
    change({ type: 'failed', error });
  }
}
