import type { ModelCallOptions } from '../contracts/generator.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import { isFootnoteError } from '../errors.ts';
import { type FencedTask, fencedPrompt } from '../text/fenced-prompt.ts';

/** Tokens of a question, with some for a model that thinks first. */
const maxTokens = 1000;

/** More than this is no question but an answer. */
const maxLength = 500;

/**
 * The question that a language model is asked for, without quotation marks around it. Undefined where it says something
 * that is no such question. Errors: those of {@link LanguageModel}.
 */
export async function questionOfModel(
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
