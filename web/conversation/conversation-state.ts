import type { ApiError } from '../api.ts';
import type { Turn } from './turn.ts';

/** What is said in a conversation. */
export interface ConversationState {
  /** Null where nothing keeps it, or not yet. */
  readonly conversationId: string | null;
  readonly turns: readonly Turn[];
  /** What is damaged of what is kept. */
  readonly warnings: readonly string[];
  /** Whether a kept conversation is on its way. */
  readonly isLoading: boolean;
  /** Why a kept conversation cannot be shown. */
  readonly error: ApiError | undefined;
}

/** One of that id, or a new one, before anything is known of it. */
export function conversationState(conversationId: string | null): ConversationState {
  return { conversationId, turns: [], warnings: [], isLoading: false, error: undefined };
}

/** Whether an answer is being made, here or elsewhere. */
export function isAnswering({ turns }: ConversationState): boolean {
  const state = turns.at(-1)?.state;
  return state === 'waiting' || state === 'speaking';
}
