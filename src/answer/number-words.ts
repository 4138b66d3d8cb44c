import { byLanguage } from '../language/language-packs.ts';
import { scales } from '../text/scale-words.ts';

const small = byLanguage(({ figures }) => figures?.numbers);

const tens = byLanguage(({ figures }) => figures?.tens);

const valuesByWord = new Map(
  Object.keys(small).map((language) => [
    language,
    new Map([
      ...valuesOf(small[language], (place) => place),
      ...valuesOf(tens[language], (place) => 30 + 10 * place),
    ]),
  ]),
);

function valuesOf(words: string | undefined, value: (place: number) => number): [string, number][] {
  const forms = (words ?? '').split(/\s+/).map((entry) => entry.split('|'));
  const named = forms.flatMap((entry, place) => entry.map((word): [string, number] => [word, value(place)]));
  return named.filter(([word]) => word !== '-');
}

/** What words in small letters multiply the number before them by, in whatever language. */
export const scaleOfWord: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ...scales.flatMap(({ factor, words }) => words.map((word) => [word, factor] as const)),
  ['trillion', 1e12],
  ['trillions', 1e12],
]);

/** What letters right behind digits may multiply them by: “163M”. */
export const scaleOfSuffix: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['K', 1e3],
  ['M', 1e6],
  ['B', 1e9],
  ['bn', 1e9],
]);

/** The words that are numbers in a language, and those that multiply numbers in any. */
export function numberWords(language: string): readonly string[] {
  return [...(valuesByWord.get(language)?.keys() ?? []), ...scaleOfWord.keys()];
}

/** The number that a word in small letters is in one of these languages; undefined where it is none. */
export function numberOfWord(word: string, languages: readonly string[]): number | undefined {
  for (const language of languages) {
    const value = valuesByWord.get(language)?.get(word);
    if (value !== undefined) return value;
  }
  return undefined;
}
