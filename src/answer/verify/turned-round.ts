import { writesSpaces } from '../points-back.ts';
import { droppedHedge } from './hedges.ts';
import { opposedWords } from './opposites.ts';
import type { ReadSource, SourceReader } from './source-reader.ts';
import { swappedRoles } from './swapped-roles.ts';

/** What a claim turns round without a denial: by an opposite, by leaving out a “may”, by who does it to whom. */
export function turnedRound(
  claim: string,
  read: readonly ReadSource[],
  reader: SourceReader,
): readonly string[] {
  const { language } = reader;
  const own = new Set(reader.termsIn(claim));
  const isHan = !writesSpaces(language);
  const termOf = (word: string) => reader.termsOf(word)[0] ?? word;
  const opposed = opposedWords(
    language,
    (word) => (isHan ? claim.includes(word) : own.has(termOf(word))),
    (word) => read.some(({ folded, terms }) => (isHan ? folded.includes(word) : terms.has(termOf(word)))),
  );
  const sources = read.map(({ folded }) => folded);
  const hedge = droppedHedge(claim, sources, language, (text) => reader.contentTerms(text));
  return [
    ...opposed,
    ...(hedge === undefined ? [] : [hedge]),
    ...swappedRoles(claim, sources, language, termOf),
  ];
}
