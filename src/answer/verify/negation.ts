import { byLanguage } from '../../language/language-packs.ts';
import type { Place } from '../../text/sentences/blank.ts';

/** Words that turn a statement round, by language. */
const negators = byLanguage(({ claiming }) => claiming?.negations);

/** Those that deny a subject, and with it what is said of it. */
const subjectNegators = byLanguage(({ claiming }) => claiming?.subjectNegations);

/** Whether a negating word at the beginning of a clause denies all of it. */
export function deniesSubject(word: string, language: string): boolean {
  return subjectNegators[language]?.test(word) === true;
}

/** What parts a statement from others, which may deny something else: a mark, the border of a cell, a blank line. */
export const clauseEnd = /[.!?;:,،؛؟|](?=\s|$)|[。！？，；、]|\n\s*\n/u;

/** Where the negating words of a text stand, in order. A language that is not known here has none. */
export function negations(text: string, language: string): Place[] {
  const pattern = negators[language];
  if (!pattern || text.search(pattern) < 0) return [];
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}
