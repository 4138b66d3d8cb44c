import { none } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import { foldDiacritics } from '../../text/analyser/fold-diacritics.ts';
import { wholeWords } from '../../text/whole-words.ts';
import { wordSet } from '../../text/word-set.ts';
import { ownValue } from '../../values/own-value.ts';

/** What makes words a question, by language. */
const questionWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(
    byLanguage(({ asking, writing: { isTypedUnaccented } }) => {
      const words = asking?.questionWords ?? none;
      return words !== none && isTypedUnaccented ? `${words} ${foldDiacritics(words)}` : words;
    }),
  ).map(([language, words]) => [language, wordSet(words)]),
);

/** Whether a word, however its capitals and its apostrophe are written, only makes a question of what it stands in. */
export function isQuestionWord(word: string, language: string): boolean {
  const written = word.toLowerCase().replaceAll('’', "'");
  if (language === 'en' && englishContraction.test(written)) return true;
  return ownValue(questionWords, language)?.has(written) === true;
}

/** Several words that only ask, by language. */
const questionPhrases = new Map(
  Object.entries(
    byLanguage(({ asking, writing: { isTypedUnaccented } }) => {
      const phrases = asking?.questionPhrases ?? none;
      return phrases !== none && isTypedUnaccented ? `${phrases}|${foldDiacritics(phrases)}` : phrases;
    }),
  ).map(([language, phrases]) => [language, new RegExp(wholeWords(phrases, language), 'giu')]),
);

/** A question without several words together that only ask: “Vé lẻ” of “Vé lẻ bao nhiêu tiền”. */
export function withoutQuestionPhrases(question: string, language: string): string {
  const phrases = questionPhrases.get(language);
  return phrases ? question.replace(phrases, ' ') : question;
}

/**
 * English auxiliaries that deny and pronouns with what is left of an auxiliary: “doesn't”, “what's”, “I'm”. The
 * apostrophe is often left out where no other word comes of it.
 */
const englishContraction =
  /^(?:(?:is|are|was|were|do|does|did|have|has|had|ca|could|wo|would|should|must|need)n'?t|(?:what|who|where|how|that)'?s|(?:what|who|where|when|why|how|that|there|here|it|i|you|we|they|he|she)'(?:s|re|ve|ll|d|m))$/;

/** Verbs that ask for something where one of these articles or a word that asks follows. */
interface Requests {
  readonly verbs: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
}

/** "List the staff" asks, "list comprehension" does not. By BCP 47 primary subtag. */
export const requests: Readonly<Record<string, Requests>> = byLanguage(({ asking }) => {
  const words = asking?.requests ?? none;
  return words === none ? none : { verbs: wordSet(words.verbs), articles: wordSet(words.articles) };
});
