import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationTurn } from '../../contracts/conversation.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import type { Generator, PromptMessage } from '../../contracts/generator.ts';
import { FootnoteError, settingInvalid } from '../../errors.ts';
import { messagesShown } from '../../question/message.ts';

/** What a template names in braces: places that are filled. */
interface Placeholders {
  /** Each must occur exactly once. */
  readonly required: readonly string[];
  /** May occur any number of times. */
  readonly optional: readonly string[];
}

/** Those of a template for answers. */
const answerPlaceholders: Placeholders = {
  required: ['context', 'question'],
  optional: ['fence', 'selection'],
};

/** What a language model is told, with places left open: `{question}`. */
export interface PromptTemplate {
  readonly system: string;
  readonly user: string;
}

/** What fills a template for answers. */
interface PromptValues {
  /** The passages, written out. */
  readonly context: string;
  readonly question: string;
  /** Words that the user has marked while asking; empty where none. */
  readonly selectedText: string;
  /** Earlier messages, oldest first. */
  readonly history: readonly ConversationTurn[];
}

const systemMark = '<!-- system -->';
const userMark = '<!-- user -->';

/** What the user says where a template has the system message alone. */
const onlyQuestion = '{selection}{question}';

/**
 * Reads a template: what follows `<!-- system -->` and `<!-- user -->`. An answer's template without these marks is the
 * system message alone; the user's is the question. Braces with a name in them that is none of
 * `placeholders` are refused, so that a slip shows at once and not in an answer. Default: those of answers,
 * `{context}` and `{question}` once each, `{fence}` and `{selection}`. Errors: `config_invalid` naming `source`.
 */
export function readPromptTemplate(
  text: string,
  source: string,
  placeholders: Placeholders = answerPlaceholders,
): PromptTemplate {
  const refuse = (problem: string) => new FootnoteError('config_invalid', { source, problem });
  if (placeholders === answerPlaceholders && !text.includes(systemMark) && !text.includes(userMark))
    return readPromptTemplate(`${systemMark}${text}${userMark}${onlyQuestion}`, source);
  const [systemAt, userAt] = [text.indexOf(systemMark), text.indexOf(userMark)];
  if (systemAt < 0 || userAt < systemAt)
    throw refuse(`it needs a "${systemMark}" section and then a "${userMark}" section`);
  const found = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const known = [...placeholders.required, ...placeholders.optional].toSorted();
  const unknown = found.find((name) => !known.includes(name));
  if (unknown)
    throw refuse(
      `it uses the unknown placeholder {${unknown}}; the known ones are ${known.map((name) => `{${name}}`).join(', ')}`,
    );
  for (const name of placeholders.required) {
    if (found.filter((one) => one === name).length !== 1)
      throw refuse(`it must contain {${name}} exactly once`);
  }
  return {
    system: text.slice(systemAt + systemMark.length, userAt).trim(),
    user: text.slice(userAt + userMark.length).trim(),
  };
}

/**
 * The messages for a language model: system message, history, question, by turns of user and model. Documents and
 * marked words stand in a fence whose name occurs in neither, so that nothing in them can end it.
 */
export function fillPrompt(template: PromptTemplate, values: PromptValues): PromptMessage[] {
  const fence = fenceFor(values.context + values.selectedText);
  const selection =
    values.selectedText === ''
      ? ''
      : `About these marked words:\n<${fence}>\n${values.selectedText}\n</${fence}>\n\n`;
  const { context, question } = values;
  const [system, user] = fillTemplate(template, { context, fence, question, selection });
  return byTurns([system, ...values.history, user]);
}

/**
 * The same words in messages of user and model by turns, the user's first: the chat templates of some models, as those
 * of Gemma and Mistral, refuse any other order. A reply whose question is not there any more is left out.
 */
function byTurns(messages: readonly PromptMessage[]): PromptMessage[] {
  const turns: PromptMessage[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (role === 'assistant' && last?.role === 'system') continue;
    if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else turns.push({ role, content });
  }
  return turns;
}

/** The two messages of a template whose places are filled. `values` has one for every place. */
export function fillTemplate(
  { system, user }: PromptTemplate,
  values: Readonly<Record<string, string>>,
): [PromptMessage, PromptMessage] {
  // In one pass: what a document holds in braces is not a place to fill.
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  return [
    { role: 'system', content: fill(system) },
    { role: 'user', content: fill(user) },
  ];
}

/** A name for a fence around data, which holds it in no case and so cannot end it. */
export function fenceFor(data: string): string {
  const said = data.toLowerCase();
  for (let number = 1; ; number += 1) {
    const fence = number === 1 ? 'documents' : `documents-${number}`;
    if (!said.includes(fence)) return fence;
  }
}

/** How the room that a model has for its prompt is shared out. */
interface PromptRoom {
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

/**
 * Reads a template: a plain name is one of the package's own, anything else is a path. `setting` is named where it
 * cannot be read. Placeholders are those of answers by default. Errors: `config_invalid`.
 */
export function readPromptFile(
  prompt: string,
  packageRoot: string,
  setting: string,
  placeholders?: Placeholders,
): PromptTemplate {
  const file = /^[a-z][a-z-]*$/.test(prompt) ? join(packageRoot, 'prompts', `${prompt}.md`) : prompt;
  try {
    return readPromptTemplate(readFileSync(file, 'utf8'), file, placeholders);
  } catch (cause) {
    if (cause instanceof FootnoteError) throw cause;
    const problem = `${setting}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`;
    throw settingInvalid(problem, { cause });
  }
}
