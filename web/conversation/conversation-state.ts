import type { AnswerEvent } from '../../src/answer/answer.ts';
import type { ApiError } from '../api.ts';
import { type Turn, withEvent } from './turn.ts';

/** What is said on the page. */
export interface ConversationState {
  readonly turns: readonly Turn[];
  /** Whether a kept conversation is on its way. */
  readonly isLoading: boolean;
  /** Why a kept conversation cannot be shown. */
  readonly error: ApiError | undefined;
}

/** What can happen to it. What happens to an answer happens to the last one. */
export type ConversationChange =
  /** Others take the place of all turns. */
  | { readonly type: 'shown'; readonly turns: readonly Turn[] }
  | { readonly type: 'awaited' }
  | { readonly type: 'unavailable'; readonly error: ApiError }
  | { readonly type: 'asked'; readonly turn: Turn }
  /** The last question once more. */
  | { readonly type: 'asked-again'; readonly turn: Turn }
  | { readonly type: 'told'; readonly event: AnswerEvent }
  | { readonly type: 'failed'; readonly error: ApiError }
  | { readonly type: 'stopped' }
  | { readonly type: 'rated'; readonly messageId: string; readonly helpful: boolean | null };

/** Before anything is asked. */
export const nothingSaid: ConversationState = { turns: [], isLoading: false, error: undefined };

/** The conversation after a change. */
export function afterChange(state: ConversationState, change: ConversationChange): ConversationState {
  if (change.type === 'shown') return { ...nothingSaid, turns: change.turns };
  if (change.type === 'awaited') return { ...nothingSaid, isLoading: true };
  if (change.type === 'unavailable') return { ...nothingSaid, error: change.error };
  if (change.type === 'asked') return { ...nothingSaid, turns: [...state.turns, change.turn] };
  return { ...state, turns: turnsAfter(state.turns, change) };
}

type AnswerChange = Extract<
  ConversationChange,
  { readonly type: 'asked-again' | 'told' | 'failed' | 'stopped' | 'rated' }
>;

function turnsAfter(turns: readonly Turn[], change: AnswerChange): readonly Turn[] {
  if (change.type === 'rated') {
    const { messageId, helpful } = change;
    return turns.map((turn) => (turn.messageId === messageId ? { ...turn, helpful } : turn));
  }
  return turns.map((turn, place) => (place === turns.length - 1 ? turnAfter(turn, change) : turn));
}

function turnAfter(turn: Turn, change: Exclude<AnswerChange, { readonly type: 'rated' }>): Turn {
  if (change.type === 'asked-again') return change.turn;
  if (change.type === 'told') return withEvent(turn, change.event);
  if (change.type === 'stopped') return { ...turn, state: 'stopped' };
  return { ...turn, state: 'failed', error: change.error };
}
