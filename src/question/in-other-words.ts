import type { LanguageModel, ModelCallOptions } from '../contracts/generator.ts';
import { isFootnoteError } from '../errors.ts';
import { type FencedTask, fencedPrompt } from '../text/fenced-prompt.ts';
import { type ConversedQuestion, messagesShown } from './message.ts';

/** Tokens of a question, with some for a model that thinks first. */
const maxTokens = 1000;

/** More than this is no question but an answer. */
const maxLength = 500;

/**
 * The question that a language model is asked for, without quotation marks around it. Undefined where it says something
 * that is no such question. Errors: those of {@link LanguageModel}.
 */
async function questionOfModel(
  request: Omit<FencedTask, 'reply'>,
  model: LanguageModel,
  options: ModelCallOptions = {},
): Promise<string | undefined> {
  const prompt = fencedPrompt({ ...request, reply: 'Reply with the question alone, on one line.' });
  const reply = await model.complete(prompt, { maxTokens, ...options });
  const [line = '', ...others] = reply.split('\n').filter((text) => text.trim() !== '');
  const question = line
    .trim()
    .replace(/^(["'“„«])(.*)["'”“»]$/u, '$2')
    .trim();
  return others.length > 0 || question === '' || question.length > maxLength ? undefined : question;
}

/** A question in a model's words. */
export interface Rephrased {
  /** Undefined where the model had no other words for it. */
  readonly question: string | undefined;
  readonly warnings: readonly string[];
}

/**
 * Has a language model ask the same in other words, those that documents about the subject may use. A model that fails
 * is a warning. Errors: `aborted`.
 */
export async function rephraseQuestion(
  question: string,
  model: LanguageModel,
  options: ModelCallOptions,
): Promise<Rephrased> {
  const request = {
    task: [
      'You help to find passages of documents that answer a question.',
      'Ask the same in other words, those that such a document is likely to use: names and terms of the subject, abbreviations written out.',
      'Add nothing that is not asked, answer nothing, and keep the language of the question.',
    ],
    texts: [['question', question] as const],
  };
  try {
    const rephrased = await questionOfModel(request, model, options);
    return { question: rephrased === question ? undefined : rephrased, warnings: [] };
  } catch (error) {
    if (!isFootnoteError(error) || error.code === 'aborted') throw error;
    const warning = `The question was searched for only in its own words, because the model could not rephrase it: ${error.message}`;
    return { question: undefined, warnings: [warning] };
  }
}

/**
 * Characters of each message, and of the words marked, that the model is shown: what a question leans on stands early.
 */
const charactersShown = 1000;

/**
 * Has a language model make a follow-up whole: a question that says by itself what it is about, in its own language.
 * Undefined where the model says something that is no such question. Errors: those of {@link LanguageModel}.
 */
export function rewriteQuestion(
  { question, history, selectedText }: ConversedQuestion,
  model: LanguageModel,
  options?: ModelCallOptions,
): Promise<string | undefined> {
  const turns = history
    .slice(-messagesShown)
    .flatMap(({ role, content, selectedText: marked }) => [
      ...shown('marked', marked),
      ...shown(role, content),
    ]);
  const request = {
    task: [
      'You make the last question of a conversation understandable to somebody who has not read the conversation.',
      'Put the names of things where it says "it", "they", "there" or the like, and add what it leaves unsaid.',
      'Where a text "marked" stands before a question, the reader has marked these words, and "this" in it is them.',
      'Add nothing else, answer nothing, and keep its language. A question that stands by itself stays as it is.',
    ],
    texts: [...turns, ...shown('marked', selectedText), ['question', question] as const],
  };
  return questionOfModel(request, model, options);
}

function shown(name: string, text = ''): readonly (readonly [string, string])[] {
  return text === '' ? [] : [[name, text.slice(0, charactersShown)]];
}
