import { writesSpaces } from './unspaced-scripts.ts';

/**
 * Source of a pattern that matches alternatives only as whole words, for languages that part words; `\b` knows no
 * letters beyond ASCII. Takes the flag `u` or `v`.
 *
 * @param alternatives Source of a pattern, perhaps with `|` between its alternatives.
 */
export function wholeWordsSource(alternatives: string): string {
  return String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`;
}

/**
 * {@link wholeWordsSource} as a pattern that knows no case; in a language, a BCP 47 primary subtag, that does not part
 * words, the alternatives wherever they stand.
 */
export function wholeWords(alternatives: string, language: string): RegExp {
  return new RegExp(writesSpaces(language) ? wholeWordsSource(alternatives) : alternatives, 'iu');
}
