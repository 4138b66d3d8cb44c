import type { Analyser } from '../../contracts/analyser.ts';
import { byLanguage } from '../../language/language-packs.ts';
import { ownValue } from '../../values/own-value.ts';
import type { UnknownWord } from './expand-question.ts';
import type { Expansion } from './expansion.ts';
import type { WordContext } from './vocabulary.ts';

/** Whether a language writes compounds in one word. */
export function writesCompounds(language: string): boolean {
  return ownValue(links, language) !== undefined;
}

/** Languages that write compounds in one word, with what may stand between two parts. */
const links = byLanguage(({ writing }) => writing.compoundLinks);

const minPart = 4;

/** Longer than any word that is written by hand. */
const maxLength = 60;

/** Half of what the compound would have counted for: each part says less than the whole. */
const partWeight = 0.5;

/**
 * The parts of unknown words that the index holds: of all ways to cut a word in two, the one whose rarer part is the
 * most common. Source: Koehn, Knight, "Empirical Methods for Compound Splitting", 2003, with two parts and the rarer
 * one in place of the geometric mean.
 */
export async function splitCompounds(
  words: readonly UnknownWord[],
  language: string,
  { vocabulary, analyser }: WordContext,
): Promise<Expansion[]> {
  const between = ownValue(links, language) ?? [];
  if (between.length === 0) return [];
  const splits = words.map(({ word }) => splitsOf(word, between, analyser, language));
  await vocabulary.learn(splits.flat(2));
  const rarer = (parts: readonly string[]) => Math.min(...parts.map((term) => vocabulary.chunksWith(term)));
  return words.flatMap(({ word, term: whole }, place): Expansion[] => {
    const [best] = (splits[place] ?? []).toSorted((a, b) => rarer(b) - rarer(a));
    if (!best || rarer(best) === 0) return [];
    const expansion = { kind: 'compound' as const, from: word, standsFor: [whole], weight: partWeight };
    return best.map((term) => ({ ...expansion, term }));
  });
}

/** The ways to cut a word in two, each as the terms of both parts. */
function splitsOf(
  word: string,
  between: readonly string[],
  analyser: Analyser,
  language: string,
): readonly (readonly string[])[] {
  const letters = word.toLowerCase();
  const splits: string[][] = [];
  if (letters.length > maxLength) return splits;
  for (let cut = minPart; cut <= letters.length - minPart; cut++) {
    for (const link of between) {
      const first = letters.slice(0, cut - link.length);
      if (first.length < minPart || !letters.startsWith(link, cut - link.length)) continue;
      const parts = [first, letters.slice(cut)];
      const terms = parts.flatMap((part) => analyser.terms(part, language).map((term) => term.text));
      if (terms.length === parts.length) splits.push(terms);
    }
  }
  return splits;
}
