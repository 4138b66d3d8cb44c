import type { ConversationTurn } from '../../contracts/conversation.ts';

/** A question with what it may lean on. */
export interface ConversedQuestion {
  readonly question: string;
  /** Earlier messages of the conversation that count, oldest first. */
  readonly history: readonly ConversationTurn[];
  /** Words that the reader has marked while asking; empty where none. */
  readonly selectedText: string;
}

/** Messages of a conversation, the last ones, that a model is shown. */
export const messagesShown = 10;
