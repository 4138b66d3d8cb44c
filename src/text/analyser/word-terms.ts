import type { Term } from '../../contracts/analyser.ts';
import { asciiDigits, wordSet, writesSpaces } from '../words.ts';
import { foldDiacritics } from './normalise.ts';
import { stemmerFor } from './stemmer.ts';

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

/** What words and their grams have in common before the one is stemmed and the other is cut. */
interface WordForms {
  readonly lowerCase: (word: string) => string;
  /** Takes the accents off a lower-case word, where the language's words can do without. */
  readonly fold: (word: string) => string;
}

/**
 * Where a word falls apart: at punctuation, between letters and digits, and at the humps of camelCase. The plural
 * s of an acronym stays with it: `APIs` is one part.
 */
const partBorder =
  /[^\p{L}\p{M}\p{N}]+|(?<=\p{Nd})(?=\p{L})|(?<=[\p{L}\p{M}])(?=\p{Nd})|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?![\p{L}\p{M}]))/u;

/** Most words, which have no border. */
const plainWord = /^\p{Lu}?\p{Ll}+$/u;

/** The forms of the words of one language, a BCP 47 primary subtag. */
function wordFormsFor(language: string): WordForms {
  return {
    lowerCase:
      language === 'tr' || language === 'az'
        ? (word) => word.toLocaleLowerCase(language)
        : (word) => word.toLowerCase(),
    // Accents tell Vietnamese words apart; without them retrieval gets worse.
    fold: language === 'vi' ? (word) => word : foldDiacritics,
  };
}

/** The parts of an identifier or a compound, as they are written; a plain word is its only part. */
export function partsOf(word: string): readonly string[] {
  if (plainWord.test(word)) return [word];
  return word
    .replace(/'[sS]$/, '')
    .split(partBorder)
    .filter(Boolean);
}

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
