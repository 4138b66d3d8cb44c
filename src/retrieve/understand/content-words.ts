import { byLanguage } from '../../language/language-packs.ts';
import { isFunctionWord, withoutFunctionWords, wordOrName } from '../../text/function-words.ts';
import { wholeWordsSource } from '../../text/whole-words.ts';

/** What is asked "how much" of: behind the word that asks, in languages that have one word for it. */
const degrees = new Map(
  Object.entries(byLanguage(({ asking }) => asking?.degrees)).map(([language, { how, adjectives }]) => [
    language,
    new RegExp(wholeWordsSource(`${how}\\s+(${adjectives.replaceAll(' ', '|')})`), 'giu'),
  ]),
);

/** "d'intérêt", "l'abbonamento". */
const elision = /(?<![\p{L}\p{N}])(\p{L}{1,5})['’](?=\p{L})/gu;

/**
 * The words of a question that say what it is about, of those that are looked for: without articles, prepositions and
 * the like, and without the adjective of "how long" and "wie hoch". A passage that bears on the question may well do
 * without these, and in a handful of documents they would weigh as much as any word. All of them where nothing else is
 * left.
 *
 * @param keywords Of `text`, what is looked for.
 * @param language The question's, a BCP 47 primary subtag.
 */
export function contentWords(keywords: string, text: string, language: string): string {
  const pattern = degrees.get(language);
  const adjectives = new Set(
    pattern ? Array.from(text.matchAll(pattern), ([, adjective = '']) => adjective.toLowerCase()) : [],
  );
  const apart = keywords.replace(elision, (all, article: string) =>
    isFunctionWord(article, language) ? ' ' : all,
  );
  const content = withoutFunctionWords(apart, language).replace(wordOrName, (word) =>
    adjectives.has(word.toLowerCase()) ? ' ' : word,
  );
  return /[\p{L}\p{N}]/u.test(content) ? content : keywords;
}
