import { type LatinEvidence, latinEvidence } from './latin-evidence.ts';

/** Single letters stand for anything, in formulas and tables above all. */
const wordOfLetters = /[\p{L}\p{M}]{2,}/gu;

/** No language gives itself away by a letter of ASCII. */
const hasOwnLetters = /[^a-z]/;

/** What each adds, shared among the languages that have it. A frequent word says far more than an ending. */
const wordWeight = 1;
const letterWeight = 0.6;
/** For each letter of the ending: the longer, the less of a coincidence. */
const endingWeight = 0.12;

/** An ending is looked for in words with at least this much before it. */
const minStem = 2;
const longestEnding = 5;

/** Prose holds far more evidence than this for each word; a coincidence among names holds less. */
const minShare = 0.1;

/** What the expected language has ahead of the others: as much as settles a tie, and no more. */
const expectedWeight = 0.4;

/**
 * The language of a text in Latin script by its frequent words, letters and endings; the `expected` one where they do
 * not settle it.
 */
export function latinLanguage(text: string, expected: string): string {
  const words = text.toLowerCase().match(wordOfLetters) ?? [];
  const votes = new Map<string, number>();
  const vote = (languages: readonly string[] | undefined, weight: number) => {
    for (const language of languages ?? []) {
      votes.set(language, (votes.get(language) ?? 0) + weight / (languages?.length ?? 1));
    }
  };
  for (const word of words) vote(byWord.get(word), wordWeight);
  // Once for each word, however often it is repeated: letters and endings are found in names and in code as well.
  for (const word of new Set(words)) {
    if (hasOwnLetters.test(word))
      for (const letter of new Set(word)) vote(byLetter.get(letter), letterWeight);
    const ending = byWord.has(word) ? undefined : longestEndingOf(word);
    if (ending) vote(byEnding.get(ending), ending.length * endingWeight);
  }
  vote([expected], expectedWeight);
  let best = { language: expected, votes: words.length * minShare };
  for (const [language, count] of votes) {
    if (count > best.votes) best = { language, votes: count };
  }
  return best.language;
}

function longestEndingOf(word: string): string | undefined {
  for (let start = Math.max(minStem, word.length - longestEnding); start < word.length - 1; start++) {
    const ending = word.slice(start);
    if (byEnding.has(ending)) return ending;
  }
  return undefined;
}

const byWord = languagesBy(({ words }) => words.split(/\s+/));
const byLetter = languagesBy(({ letters }) => Array.from(letters));
const byEnding = languagesBy(({ endings }) => endings.split(/\s+/));

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
