import { asApiError, ask } from '../api.ts';
import type { ConversationChange } from './conversation-state.ts';
import type { Turn } from './turn.ts';

/** Why a signal is aborted where the conversation is shown no more, and nobody has stopped its answer. */
export const leftForAnother = 'left';

/** Requests whose answers are on their way, by the conversations that keep them. */
const keptRequests = new Map<string, AbortController>();

/** Stops the answer that goes on in a conversation, also where that was left and its reader has come back. */
export function stopAnswer(conversationId: string): void {
  keptRequests.get(conversationId)?.abort();
}

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
 * is made. An answer that a conversation keeps is made to its end where that is only left: it is there on the way back.
 */
export async function followAnswer(
  { question, about }: Turn,
  conversationId: string | null,
  { collections, signal, change, onConversation }: ConversationWay,
): Promise<void> {
  const request = new AbortController();
  let keptIn: string | undefined;
  signal.addEventListener('abort', () => {
    if (keptIn === undefined || signal.reason !== leftForAnother) request.abort();
  });
  const asked = { question, selectedText: about, conversationId };
  try {
    for await (const event of ask(collections, asked, request.signal)) {
      if (event.type === 'conversation') {
        keptIn = event.conversationId;
        keptRequests.set(keptIn, request);
      }
      if (signal.aborted) continue;
      change({ type: 'told', event });
      if (event.type === 'conversation') onConversation(event.conversationId);
    }
  } catch (failure) {
    if (signal.aborted) return;
    const error = asApiError(failure);
    // It was erased elsewhere: asked again, the question begins another.
    if (error.code === 'conversation_unknown') onConversation(null);
    change({ type: 'failed', error });
  } finally {
    if (keptIn !== undefined && keptRequests.get(keptIn) === request) keptRequests.delete(keptIn);
  }
}
