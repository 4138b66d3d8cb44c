import type { ModelCallOptions } from '../../contracts/generator.ts';
import type { LanguageModel } from '../../contracts/language-model.ts';
import { questionOfModel } from '../../question/in-other-words.ts';
import { type ConversedQuestion, messagesShown } from './conversed-question.ts';

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
