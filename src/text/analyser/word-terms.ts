import type { Term } from '../../contracts/analyser.ts';
import { asciiDigits, wordSet } from '../words.ts';
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
 * (`10-K` → `10`, `k`, `10k`; `GitHub` → `git`, `hub`, `github`, `U.S.` → `u`, `s`, `us`, which a question spells as it
 * likes), and each identifier that it ends in (`PN-KX-204` → `kx204`); lower-cased, stop words dropped, stemmed,
 * accents folded.
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
    if (parts.length > 1 && isIdentifier.test(word)) {
      for (const inner of identifiersWithin(word)) add(lowerCase(inner));
      add(lowerCase(parts.join('')));
    }
    return terms;
  };
}

const isVersion = /^[vV]?\p{Nd}+(?:\.\p{Nd}+)+$/u;

/** Longer chains of names are addresses and paths, which nobody asks for by their end. */
const mostPieces = 5;

/**
 * The identifiers that a longer one is made of or ends in, without what joins them: `A002` of `RULE-A002`, `KX204` of
 * `PN-KX-204`, `topK` of `answer.topK`. Figures alone are none: `1.12` is not told by `12`.
 */
function identifiersWithin(word: string): readonly string[] {
  const pieces = word.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  if (pieces.length < 2 || pieces.length > mostPieces || isVersion.test(word)) return [];
  const apart = pieces.filter((piece) => isIdentifier.test(piece) && partsOf(piece).length > 1);
  const endings = pieces
    .map((_, place) => pieces.slice(place))
    .filter(
      ([first = '', ...others]) => /^\p{L}/u.test(first) && others.some((piece) => /\p{Nd}/u.test(piece)),
    )
    .map((ending) => ending.join(''));
  const whole = pieces.join('');
  return [...new Set([...apart, ...endings])].filter((inner) => inner !== whole);
}

/** `c++`, `c#`, `f#`: the only words that end in symbols. */
function isLanguageName(word: string): boolean {
  return word.endsWith('#') || word.endsWith('++');
}
