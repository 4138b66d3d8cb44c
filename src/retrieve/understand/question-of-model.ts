import type { ModelCallOptions } from '../../contracts/generator.ts';
import type { LanguageModel } from '../../contracts/language-model.ts';
import { type FencedTask, fencedPrompt } from '../../text/fenced-prompt.ts';

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
