import { byLanguage, wordsByLanguage } from '../../language/language-packs.ts';
import { foldDiacritics } from '../../text/analyser/fold-diacritics.ts';
import { wordOrName } from '../../text/function-words.ts';
import { writesSpaces } from '../../text/unspaced-scripts.ts';
import { wholeWordsSource } from '../../text/whole-words.ts';
import { ownValue } from '../../values/own-value.ts';

/** What is asked "how much" of: behind the word that asks, in languages that have one word for it. */
const degrees = new Map(
  Object.entries(byLanguage(({ asking }) => asking?.degrees)).map(([language, { how, adjectives }]) => [
    language,
    new RegExp(wholeWordsSource(`${how}\\s+(${adjectives.replaceAll(' ', '|')})`), 'giu'),
  ]),
);

/**
 * Words that a passage which answers need not have, beside those that only ask: articles and the like, and what says of
 * which kind the answer is (“kostet”, “hours”). Where accents are often left out, also without them.
 */
const needless: Readonly<Record<string, ReadonlySet<string>>> = wordsByLanguage(({ asking, writing }) => {
  const words = [writing.functionWords, asking?.impliedWords]
    .filter((some) => typeof some === 'string')
    .join(' ');
  return words !== '' && writing.isTypedUnaccented ? `${words} ${foldDiacritics(words)}` : words || undefined;
});

/** "d'intérêt", "l'abbonamento". */
const elision = /(?<![\p{L}\p{N}])(\p{L}{1,5})['’](?=\p{L})/gu;

/**
 * The words of a question that say what it is about, of those that are looked for: without articles, prepositions and
 * the like, without the adjective of "how long" and "wie hoch", and without what the answer says anyway. A passage that
 * bears on the question may well do without these, and in a handful of documents they would weigh as much as any word.
 * Where no spaces part words, one stands between them: two characters of neighbours are no word. All of them where
 * nothing else is left.
 *
 * @param keywords Of `text`, what is looked for.
 * @param language The question's, a BCP 47 primary subtag.
 */
export function contentWords(keywords: string, text: string, language: string): string {
  const pattern = degrees.get(language);
  const adjectives = new Set(
    pattern ? Array.from(text.matchAll(pattern), ([, adjective = '']) => adjective.toLowerCase()) : [],
  );
  const known = ownValue(needless, language);
  const isNeedless = (word: string) => {
    const written = word.toLowerCase();
    return adjectives.has(written) || known?.has(written) === true;
  };
  const content = writesSpaces(language)
    ? keywords
        .replace(elision, (all, article: string) => (isNeedless(article) ? ' ' : all))
        .replace(wordOrName, (word) => (isNeedless(word) ? ' ' : word))
    : segmentsOf(keywords, language)
        .filter((segment) => !isNeedless(segment))
        .join(' ');
  return /[\p{L}\p{N}]/u.test(content) ? content : keywords;
}

/** What is longer was pasted rather than asked, and is left as it is. */
const longestCut = 1000;

/** The words of a text in a language that puts no spaces between them, marks among them. */
export function segmentsOf(text: string, language: string): readonly string[] {
  if (text.length > longestCut) return [text];
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}
