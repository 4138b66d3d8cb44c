import { type LatinEvidence, latinEvidence } from './latin-evidence.ts';
import { isWrittenInLatin } from './script-language.ts';

/**
 * Single letters stand for anything, in formulas and tables above all, and so do those beside digits: “2FA”. The marks
 * that open Spanish questions and exclamations are as good as words.
 */
const wordOrMark = /(?<![\p{L}\p{M}\p{N}_])[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\p{N}_])|[¿¡]/gu;

/** No language gives itself away by a letter of ASCII. */
const hasOwnLetters = /[^a-z]/;

/** What each adds, shared among the languages that have it. A frequent word says far more than an ending. */
const wordWeight = 1;
const letterWeight = 0.6;
/** For each letter of the ending: the longer, the less of a coincidence. */
const endingWeight = 0.12;

/** An ending is looked for in words with at least this much before it. */
const minStem = 2;

/** Prose holds far more evidence than this for each word; a coincidence among names holds less. */
const minShare = 0.1;

/** What each expected language has ahead of the others: as much as settles a tie, and no more. */
const expectedWeight = 0.4;

/** What evidence must outweigh another language's by to rule it out: one frequent word is a coincidence. */
const clearLead = 1;

/**
 * The language of a text in Latin script by its frequent words, letters and endings, the first of the `expected` ones,
 * each of which is there once, where they do not settle it; behind it those of the others that it may be in as well.
 */
export function latinLanguages(
  text: string,
  expected: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  const words = withoutAcronyms(text.match(wordOrMark) ?? []).map((word) => word.toLowerCase());
  const votes = new Votes();
  // First, so that the first of them has the lead of a tie. One that is written otherwise is no likelier than any.
  for (const language of expected) if (isWrittenInLatin(language)) votes.add([language], expectedWeight);
  for (const word of words) votes.add(byWord.get(word), wordWeight);
  // Once for each word, however often it is repeated: letters and endings are found in names and in code as well.
  for (const word of new Set(words)) {
    if (hasOwnLetters.test(word))
      for (const letter of new Set(word)) votes.add(byLetter.get(letter), letterWeight);
    const ending = byWord.has(word) ? undefined : longestEndingOf(word);
    if (ending !== undefined) votes.add(byEnding.get(ending), ending.length * endingWeight);
  }
  const language = votes.most(words.length * minShare) ?? expected[0];
  const least = votes.of(language) - clearLead;
  return [language, ...expected.filter((other) => other !== language && votes.of(other) >= least)];
}

/** Among other words those in capitals are names: “MIT license”. */
function withoutAcronyms(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !/^\p{Lu}{2,}$/u.test(word));
  return 2 * others.length < words.length ? words : others;
}

class Votes {
  readonly #byLanguage = new Map<string, number>();

  /** Shared among the languages, in equal parts. */
  add(languages: readonly string[] | undefined, weight: number): void {
    if (!languages) return;
    const share = weight / languages.length;
    for (const language of languages)
      this.#byLanguage.set(language, (this.#byLanguage.get(language) ?? 0) + share);
  }

  of(language: string): number {
    return this.#byLanguage.get(language) ?? 0;
  }

  /** The language of most votes, of equals the one that had some first, if they are more than `least`. */
  most(least: number): string | undefined {
    let [best, most]: [string | undefined, number] = [undefined, least];
    for (const [language, votes] of this.#byLanguage) if (votes > most) [best, most] = [language, votes];
    return best;
  }
}

const byWord = languagesBy(({ words }) => words.split(/\s+/));
const byLetter = languagesBy(({ letters }) => Array.from(letters));

function languagesBy(
  piecesOf: (evidence: LatinEvidence) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, evidence] of Object.entries(latinEvidence)) {
    for (const piece of new Set(piecesOf(evidence))) {
      languages.set(piece, [...(languages.get(piece) ?? []), language]);
    }
  }
  return languages;
}

const byEnding = languagesBy(({ endings }) => endings.split(/\s+/));
const longestEnding = Math.max(...Array.from(byEnding.keys(), (ending) => ending.length));

function longestEndingOf(word: string): string | undefined {
  for (let start = Math.max(minStem, word.length - longestEnding); start < word.length; start++) {
    const ending = word.slice(start);
    if (byEnding.has(ending)) return ending;
  }
  return undefined;
}
