import type { AnswerEvent } from '../../src/answer/answer.ts';
import type { ApiError } from '../api.ts';
import { type Turn, withEvent, withTraces } from './turn.ts';

/** What is said in a conversation. */
export interface ConversationState {
  /** Null where nothing keeps it, or not yet. */
  readonly conversationId: string | null;
  readonly turns: readonly Turn[];
  /** Whether a kept conversation is on its way. */
  readonly isLoading: boolean;
  /** Why a kept conversation cannot be shown. */
  readonly error: ApiError | undefined;
}

/** What can happen to it. What happens to an answer happens to the last one. */
export type ConversationChange =
  | { readonly type: 'awaited' }
  /** It came as it is kept. */
  | { readonly type: 'read'; readonly turns: readonly Turn[] }
  | { readonly type: 'unavailable'; readonly error: ApiError }
  | { readonly type: 'asked'; readonly turn: Turn }
  /** The last question once more. */
  | { readonly type: 'asked-again'; readonly turn: Turn }
  | { readonly type: 'told'; readonly event: AnswerEvent }
  | { readonly type: 'failed'; readonly error: ApiError }
  | { readonly type: 'stopped' }
  | { readonly type: 'rated'; readonly messageId: string; readonly helpful: boolean | null };

/** One of that id, or a new one, before anything is known of it. */
export function conversationState(conversationId: string | null): ConversationState {
  return { conversationId, turns: [], isLoading: false, error: undefined };
}

/** Whether an answer is being made, here or elsewhere. */
export function isAnswering({ turns }: ConversationState): boolean {
  const state = turns.at(-1)?.state;
  return state === 'waiting' || state === 'speaking';
}

/** The conversation after a change. */
export function afterChange(state: ConversationState, change: ConversationChange): ConversationState {
  const conversationId = idAfter(state, change);
  const { turns } = state;
  const emptied = conversationState(conversationId);
  if (change.type === 'awaited') return { ...emptied, isLoading: true };
  if (change.type === 'unavailable') return { ...emptied, error: change.error };
  if (change.type === 'read') return { ...emptied, turns: withTraces(change.turns, turns) };
  if (change.type === 'asked') return { ...emptied, turns: [...turns, change.turn] };
  return { ...state, conversationId, turns: turnsAfter(turns, change) };
}

type TurnChange = Extract<
  ConversationChange,
  { readonly type: 'asked-again' | 'told' | 'failed' | 'stopped' | 'rated' }
>;

function turnsAfter(turns: readonly Turn[], change: TurnChange): readonly Turn[] {
  if (change.type === 'rated') {
    const { messageId, helpful } = change;
    return turns.map((turn) => (turn.messageId === messageId ? { ...turn, helpful } : turn));
  }
  return turns.map((turn, place) => (place === turns.length - 1 ? turnAfter(turn, change) : turn));
}

function turnAfter(turn: Turn, change: Exclude<TurnChange, { readonly type: 'rated' }>): Turn {
  if (change.type === 'asked-again') return change.turn;
  if (change.type === 'told') return withEvent(turn, change.event);
  if (change.type === 'stopped') return { ...turn, state: 'stopped' };
  return { ...turn, state: 'failed', error: change.error };
}

/** An answer says what keeps it. One that was erased elsewhere is none: the next question begins another. */
function idAfter({ conversationId }: ConversationState, change: ConversationChange): string | null {
  if (change.type === 'told' && change.event.type === 'conversation') return change.event.conversationId;
  const isGone = 'error' in change && change.error.code === 'conversation_unknown';
  return isGone ? null : conversationId;
}
