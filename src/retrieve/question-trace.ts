import type { Analyser } from '../contracts/analyser.ts';
import type { QuestionTrace } from './hit.ts';
import type { AskedTerms } from './relevance.ts';
import { wordsOfTerms } from './understand/words-of-terms.ts';
import type { Question } from './understand-question.ts';

/**
 * How a question was read, each term with the word that it was made from where that is written otherwise. Its words are
 * read at once, and what was asked for is added when that is known.
 */
export function questionTrace(
  { language, documentLanguage, keywords, recognised }: Question,
  { analyser, rephrased }: { readonly analyser: Analyser; readonly rephrased: string | undefined },
): (asked: AskedTerms) => QuestionTrace {
  const words = wordsOfTerms(keywords, documentLanguage, analyser);
  return ({ terms, expansions }) => ({
    language,
    rephrased: rephrased ?? null,
    keywords,
    terms: terms.map((weighted) => {
      const word = words.get(weighted.term);
      return word === undefined ? weighted : { ...weighted, word };
    }),
    recognised,
    expansions,
  });
}
