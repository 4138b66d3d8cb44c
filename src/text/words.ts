import type { Analyser } from '../contracts/analyser.ts';

/** The letters of scripts that put no spaces between words, for within the brackets of a pattern with `u` or `v`. */
export const unspacedLetters = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;

/** Languages that are written in them: a question is one word, to all that looks for spaces. */
const withoutSpaces: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);

/** Whether a language, a BCP 47 primary subtag, puts spaces between its words. */
export function writesSpaces(language: string): boolean {
  return !withoutSpaces.has(language);
}

const otherDigit = /[\p{Nd}--[0-9]]/gv;
const anyDigit = /^\p{Nd}$/u;

/** A text with the decimal digits of all scripts as those of ASCII: `٨٤` is `84`. */
export function asciiDigits(text: string): string {
  return text.replace(otherDigit, (digit) => `${digitValue(digit.codePointAt(0) ?? 0)}`);
}

/** Unicode keeps the ten digits of a script beside each other, from zero on (The Unicode Standard, section 4.6). */
function digitValue(codePoint: number): number {
  let first = codePoint;
  while (anyDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}

/** What words and figures are made of: an emoji, a bullet or the mark of a quotation has none. */
export const wordCharacter = /[\p{L}\p{N}]/u;

/** Source of a pattern that matches a text as it stands, with any flags. */
export function escapedPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

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

/**
 * Words without signs and capitals: what a title, its heading, its bookmark and its entry in a table of contents have
 * in common, as "Lesson 1: Pumps" and "Lesson 1 - Pumps".
 */
export function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The terms of a text, each once, in the order in which they first occur. `language` is a BCP 47 primary subtag. */
export function distinctTerms(analyser: Analyser, text: string, language: string): ReadonlySet<string> {
  return new Set(analyser.terms(text, language).map((term) => term.text));
}

/** A text in which a raised number, a note’s or an exponent, and a fraction are no digits of the number before them. */
export function withNumbersApart(text: string): string {
  // What is rare is looked for first: digits are not.
  return text.replace(/\p{No}(?<=\p{Nd}.)/gu, ' $&');
}

/** The words of a list in which white space stands between them. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** Made when a language first needs it: that takes far longer than to part a question. */
const segmenters = new Map<string, Intl.Segmenter>();

/**
 * The words of a text, and what stands between them, by ICU's dictionaries: for languages that put no spaces there.
 * `language` is a BCP 47 primary subtag.
 */
export function wordSegments(text: string, language: string): Intl.Segments {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter.segment(text);
}
