import type { Analyser } from '../../contracts/analyser.ts';
import type { ModelCallOptions } from '../../contracts/generator.ts';
import type { LanguageModel } from '../../contracts/language-model.ts';
import { isFootnoteError } from '../../errors.ts';
import type { Remark } from '../wording/wording.ts';
import type { ConversedQuestion } from './conversed-question.ts';
import { rewriteQuestion } from './rewrite-question.ts';
import { standing, type WholeQuestion, wholeQuestion } from './whole-question.ts';

/** What a question is searched for as. */
export interface SearchedQuestion extends WholeQuestion {
  /** Why it is not what it was to be. */
  readonly warnings: readonly Remark[];
}

/**
 * Makes a question of a conversation whole: by the language model where there is one, else, and where that does not
 * succeed, by carrying words over. Errors: `aborted`.
 */
export async function searchedQuestion(
  asked: ConversedQuestion,
  { analyser, rewriter }: { readonly analyser: Analyser; readonly rewriter?: LanguageModel | undefined },
  options: ModelCallOptions = {},
): Promise<SearchedQuestion> {
  const { question, history, selectedText } = asked;
  const whole = wholeQuestion(question, history, analyser, selectedText);
  if (!rewriter || history.length === 0) return { ...whole, warnings: [] };
  try {
    const rewritten = await rewriteQuestion(asked, rewriter, options);
    return { ...(rewritten === undefined ? whole : standing(rewritten)), warnings: [] };
  } catch (error) {
    if (!isFootnoteError(error) || error.code === 'aborted') throw error;
    return { ...whole, warnings: [{ sentence: 'notRewritten', reason: error.message }] };
  }
}
