import type { ConversationTurn } from '../../contracts/conversation.ts';
import type { Generator, PromptMessage } from '../../contracts/generator.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { FootnoteError } from '../../errors.ts';
import { messagesShown } from '../conversation/conversed-question.ts';
import { fillPrompt, type PromptTemplate, type PromptValues } from './prompt-template.ts';

/** How the room that a model has for its prompt is shared out. */
export interface PromptRoom {
  /** The latest messages of the conversation, as far as there is room for them. */
  readonly history: readonly ConversationTurn[];
  /** Most tokens of the passages; infinite where the model has no known limit. */
  readonly contextTokens: number;
}

/** What a message takes besides its text, by OpenAI's count. */
const tokensAMessage = 4;

/** Share of what the question leaves free that the conversation may take from the passages. */
const historyShare = 0.25;

/** Most tokens of the conversation where nobody knows what the model reads: there is room for it in most models. */
const unboundedHistoryTokens = 4000;

/** With less, a passage is no more than its heading. */
const fewestContextTokens = 32;

/**
 * Shares out what the model reads: the question with its template first, then a quarter of the rest for the latest
 * messages of the conversation, the rest of that for passages. Where nobody knows how much that is, passages have any
 * room and the conversation 4000 tokens. Errors: `prompt_too_long` where the question leaves no room for passages.
 */
export function promptRoom(
  asked: Omit<PromptValues, 'context'>,
  template: PromptTemplate,
  { generator, tokenizer }: { readonly generator: Generator; readonly tokenizer: Tokenizer },
): PromptRoom {
  const count = ({ content }: Pick<PromptMessage, 'content'>) => tokenizer.count(content) + tokensAMessage;
  const limit = generator.maxPromptTokens;
  if (limit === undefined) {
    const history = latest(asked.history, unboundedHistoryTokens, count);
    return { history, contextTokens: Number.POSITIVE_INFINITY };
  }
  const fixed = fillPrompt(template, { ...asked, history: [], context: '' });
  const needed = fixed.reduce((sum, message) => sum + count(message), 0);
  const free = limit - needed;
  if (free < fewestContextTokens)
    throw new FootnoteError('prompt_too_long', { needed, limit, model: generator.name });
  const history = latest(asked.history, Math.floor(free * historyShare), count);
  const said = history.reduce((sum, turn) => sum + count(turn), 0);
  return { history, contextTokens: free - said };
}

/** The last messages that a model is shown, as far as they fit into so many tokens together, whole ones only. */
function latest(
  history: readonly ConversationTurn[],
  maxTokens: number,
  count: (turn: ConversationTurn) => number,
): readonly ConversationTurn[] {
  const kept: ConversationTurn[] = [];
  let room = maxTokens;
  for (const turn of history.slice(-messagesShown).toReversed()) {
    room -= count(turn);
    if (room < 0) break;
    kept.unshift(turn);
  }
  return kept;
}
