import type { LatinEvidence } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
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
  const votes = new Map<string, number>();
  /** Shared among the languages, in equal parts. */
  const add = (weight: number, languages: readonly string[] = []) => {
    for (const language of languages)
      votes.set(language, (votes.get(language) ?? 0) + weight / languages.length);
  };
  // First, so that the first of them has the lead of a tie. One that is written otherwise is no likelier than any.
  for (const language of expected) if (isWrittenInLatin(language)) add(expectedWeight, [language]);
  for (const word of words) add(wordWeight, byWord.get(word));
  // Once for each word, however often it is repeated: letters and endings are found in names and in code as well.
  for (const word of new Set(words)) {
    if (hasOwnLetters.test(word)) for (const letter of new Set(word)) add(letterWeight, byLetter.get(letter));
    const ending = byWord.has(word) ? undefined : longestEndingOf(word);
    if (ending !== undefined) add(ending.length * endingWeight, byEnding.get(ending));
  }
  let [likeliest, most] = [expected[0], words.length * minShare];
  for (const [language, its] of votes) if (its > most) [likeliest, most] = [language, its];
  const least = (votes.get(likeliest) ?? 0) - clearLead;
  return [likeliest, ...expected.filter((other) => other !== likeliest && (votes.get(other) ?? 0) >= least)];
}

/** Among other words those in capitals are names: “MIT license”. */
function withoutAcronyms(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !/^\p{Lu}{2,}$/u.test(word));
  return 2 * others.length < words.length ? words : others;
}

const latinEvidence = byLanguage(({ writing }) => writing.evidence);

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
