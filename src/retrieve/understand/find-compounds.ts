import type { UnknownWord } from './expand-question.ts';
import type { Expansion } from './expansion.ts';
import { writesCompounds } from './split-compounds.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Shorter words are the end of many that are no compounds of them. */
const minEnding = 5;

/** Fewer letters before it are a prefix more often than a word. */
const minBefore = 3;

/** Compounds of one word. */
const maxCompounds = 10;

/** As a part of a compound counts for that: a door key is a key, and need not be the one that was meant. */
const compoundWeight = 0.5;

/**
 * The terms of the index that are compounds of unknown words, which say last what they are: `Haustürschlüssel` of
 * `Schlüssel`, the most common first. Only in languages that write them in one word, and where an engine tells.
 */
export async function findCompounds(
  words: readonly UnknownWord[],
  language: string,
  vocabulary: Vocabulary,
): Promise<Expansion[]> {
  const long = writesCompounds(language) ? words.filter(({ term }) => term.length >= minEnding) : [];
  const found = await Promise.all(
    long.map(async ({ word, term: ending }) => {
      const longer = await vocabulary.termsEndingIn(ending, maxCompounds);
      return longer
        .filter(({ term }) => term.length >= ending.length + minBefore)
        .map(
          ({ term }): Expansion => ({
            kind: 'compound',
            from: word,
            standsFor: [ending],
            term,
            weight: compoundWeight,
          }),
        );
    }),
  );
  return found.flat();
}
