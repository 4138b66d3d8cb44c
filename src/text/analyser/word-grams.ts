import type { Term } from '../../contracts/analyser.ts';
import { writesSpaces } from '../words.ts';
import { partsOf, wordFormsFor } from './word-forms.ts';
import type { WordTerms } from './word-terms.ts';

const gramLength = 4;

/** No token of the scanner begins with it: a gram is never taken for a word. */
const gramMark = '~';

/** English endings are few and its stemmer knows them; pairs serve Hangul, and what is written without spaces. */
const withoutGrams: ReadonlySet<string> = new Set(['en', 'ko']);

/**
 * Every four neighbouring letters of the words of one language, lower-cased and folded; a shorter word whole:
 * `Häuser` → `~haus`, `~ause`, `~user`. Parts with digits have none. Undefined for languages that they do not help.
 * Source: McNamee, Mayfield, "Character N-Gram Tokenization for European Language Text Retrieval", 2004.
 */
export function wordGramsFor(language: string): WordTerms | undefined {
  if (withoutGrams.has(language) || !writesSpaces(language)) return undefined;
  const { lowerCase, fold } = wordFormsFor(language);
  return (word) =>
    partsOf(word)
      .filter((part) => !/\p{Nd}/u.test(part))
      .flatMap((part) => gramsOf(fold(lowerCase(part))));
}

function gramsOf(word: string): Term[] {
  const letters = Array.from(word);
  if (letters.length === 0) return [];
  const last = Math.max(letters.length - gramLength, 0);
  return Array.from({ length: last + 1 }, (_, start) => ({
    text: gramMark + letters.slice(start, start + gramLength).join(''),
    isNumber: false,
  }));
}
