import type { Term } from '../../contracts/analyser.ts';
import { asciiDigits } from '../ascii-digits.ts';
import { wordSet } from '../word-set.ts';
import { stemmerFor } from './stemmer.ts';
import { partsOf, wordFormsFor } from './word-forms.ts';

/** Lucene's English stop words. Lists for other languages were measured and do not pay. */
const englishStopWords = wordSet(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they
   this to was will with`,
);

const none: ReadonlySet<string> = new Set();

/** What makes a token more than a compound of words: a digit, an underscore, a hump, nothing but letters with stops. */
const isIdentifier = /[\p{Nd}_]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}|^(?:\p{L}\.)+\p{L}$/u;

/** Turns one token of the scanner into terms. */
export type WordTerms = (word: string) => readonly Term[];

/**
 * Terms of the words of one language: the parts of identifiers and compounds, and an identifier also as a whole
 * (`10-K` → `10`, `k`, `10k`; `GitHub` → `git`, `hub`, `github`, `U.S.` → `u`, `s`,
 * `us`, which a question spells as it likes); lower-cased,
 * stop words dropped, stemmed, accents folded.
 */
export function wordTermsFor(language: string): WordTerms {
  const { lowerCase, fold } = wordFormsFor(language);
  const stem = stemmerFor(language);
  const stopWords = language === 'en' ? englishStopWords : none;

  const toTerm = (part: string): Term => {
    const hasDigit = /\p{Nd}/u.test(part);
    const text = fold(hasDigit ? asciiDigits(part) : stem(part));
    return { text, isNumber: /^\p{Nd}+$/u.test(text) };
  };

  return (word) => {
    if (isLanguageName(word)) return [{ text: word.toLowerCase(), isNumber: false }];
    const parts = partsOf(word);
    const terms: Term[] = [];
    const add = (lowerCased: string) => {
      const term = toTerm(lowerCased);
      // Nothing is left of a combining mark that stands alone.
      if (term.text !== '') terms.push(term);
    };
    for (const part of parts) {
      const lowerCased = lowerCase(part);
      if (!stopWords.has(lowerCased)) add(lowerCased);
    }
    if (parts.length > 1 && isIdentifier.test(word)) add(lowerCase(parts.join('')));
    return terms;
  };
}

/** `c++`, `c#`, `f#`: the only words that end in symbols. */
function isLanguageName(word: string): boolean {
  return word.endsWith('#') || word.endsWith('++');
}
