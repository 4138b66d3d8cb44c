import type { Term } from '../../contracts/analyser.ts';
import { foldDiacritics } from './fold-diacritics.ts';
import { stemmerFor } from './stemmer.ts';

/** Lucene's English stop words. Lists for other languages were measured and do not pay. */
const englishStopWords: ReadonlySet<string> = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they
   this to was will with`.split(/\s+/),
);

const none: ReadonlySet<string> = new Set();

/**
 * Where a word falls apart: at punctuation, between letters and digits, and at the humps of camelCase. The plural
 * s of an acronym stays with it: `APIs` is one part.
 */
const partBorder =
  /[^\p{L}\p{M}\p{N}]+|(?<=\p{Nd})(?=\p{L})|(?<=[\p{L}\p{M}])(?=\p{Nd})|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?![\p{L}\p{M}]))/u;

/** What makes a token more than a compound of words: a digit, an underscore, a hump. */
const isIdentifier = /[\p{Nd}_]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u;

/** Most words, which have no border. */
const plainWord = /^\p{Lu}?\p{Ll}+$/u;

/** Turns one token of the scanner into terms. */
export type WordTerms = (word: string) => readonly Term[];

/**
 * Terms of the words of one language: the parts of identifiers and compounds, and an identifier also as a whole
 * (`10-K` → `10`, `k`, `10k`; `GitHub` → `git`, `hub`, `github`, which a question spells as it likes); lower-cased,
 * stop words dropped, stemmed, accents folded.
 */
export function wordTermsFor(language: string): WordTerms {
  const stem = stemmerFor(language);
  const stopWords = language === 'en' ? englishStopWords : none;
  // Accents tell Vietnamese words apart; without them retrieval gets worse.
  const fold = language === 'vi' ? (word: string) => word : foldDiacritics;
  const lowerCase =
    language === 'tr' || language === 'az'
      ? (word: string) => word.toLocaleLowerCase(language)
      : (word: string) => word.toLowerCase();

  const toTerm = (part: string): Term => {
    const hasDigit = /\p{Nd}/u.test(part);
    const text = fold(hasDigit ? part : stem(part));
    return { text, isNumber: /^\p{Nd}+$/u.test(text) };
  };

  return (word) => {
    if (isLanguageName(word)) return [{ text: word.toLowerCase(), isNumber: false }];
    const parts = plainWord.test(word) ? [word] : partsOf(word);
    const terms = parts
      .map(lowerCase)
      .filter((part) => !stopWords.has(part))
      .map(toTerm);
    if (parts.length > 1 && isIdentifier.test(word)) terms.push(toTerm(lowerCase(parts.join(''))));
    // Nothing is left of a combining mark that stands alone.
    return terms.filter((term) => term.text !== '');
  };
}

function partsOf(word: string): string[] {
  return word
    .replace(/'[sS]$/, '')
    .split(partBorder)
    .filter(Boolean);
}

/** `c++`, `c#`, `f#`: the only words that end in symbols. */
function isLanguageName(word: string): boolean {
  return word.endsWith('#') || word.endsWith('++');
}
