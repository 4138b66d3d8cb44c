import { foldDiacritics } from './normalise.ts';

/** What words and their grams have in common before the one is stemmed and the other is cut. */
export interface WordForms {
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
export function wordFormsFor(language: string): WordForms {
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
