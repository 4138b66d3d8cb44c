import type { ConversationTurn } from '../contracts/conversation.ts';
import type { Generator, PromptMessage } from '../contracts/generator.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { FootnoteError } from '../errors.ts';
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

/** With less, a passage is no more than its heading. */
const fewestContextTokens = 32;

/**
 * Shares out what the model reads: the question with its template first, then a quarter of the rest for the latest
 * messages of the conversation, the rest of that for passages. Errors: `prompt_too_long` where the question leaves no
 * room for passages.
 */
export function promptRoom(
  asked: Omit<PromptValues, 'context'>,
  template: PromptTemplate,
  { generator, tokenizer }: { readonly generator: Generator; readonly tokenizer: Tokenizer },
): PromptRoom {
  const limit = generator.maxPromptTokens;
  if (limit === undefined) return { history: asked.history, contextTokens: Number.POSITIVE_INFINITY };
  const count = ({ content }: Pick<PromptMessage, 'content'>) => tokenizer.count(content) + tokensAMessage;
  const fixed = fillPrompt(template, { ...asked, history: [], context: '' });
  const needed = fixed.reduce((sum, message) => sum + count(message), 0);
  const free = limit - needed;
  if (free < fewestContextTokens)
    throw new FootnoteError('prompt_too_long', { needed, limit, model: generator.name });
  const history: ConversationTurn[] = [];
  let room = Math.floor(free * historyShare);
  for (const turn of asked.history.toReversed()) {
    room -= count(turn);
    if (room < 0) break;
    history.unshift(turn);
  }
  const said = history.reduce((sum, turn) => sum + count(turn), 0);
  return { history, contextTokens: free - said };
}
