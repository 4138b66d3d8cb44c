import type { SimilarTerm } from '../../contracts/engine.ts';
import type { UnknownWord } from './expand-question.ts';
import type { Expansion } from './expansion.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Shorter words resemble too many others. */
const minLength = 4;

/** From this length on a word is still told by its letters after two of them have gone wrong. */
const lengthForTwoEdits = 8;

/** Corrections of one word. */
const maxCorrections = 2;

/** What a correction counts for, by its edits: the word itself is nowhere, but it need not be what was meant. */
const weights: readonly number[] = [1, 0.8, 0.5];

/** Whether what a word was corrected to may as well be another word: of a short one, or after two edits. */
export function isUncertain({ kind, from, weight }: Expansion): boolean {
  return kind === 'spelling' && (from.length < lengthForTwoEdits || weight < (weights[1] ?? 0));
}

/**
 * The terms of the index that unknown words may have been meant as: only those of fewest edits, the most common
 * first. A word that is a term as it is written lacks an ending, which stemming took more of: `invers` is the term of
 * `inverse`, while its own is `inver`. Nothing for an engine that knows no similar terms.
 */
export async function correctSpelling(
  words: readonly UnknownWord[],
  vocabulary: Vocabulary,
): Promise<Expansion[]> {
  const long = words.filter(({ word, term }) => word.length >= minLength && term.length >= minLength);
  if (long.length === 0) return [];
  await vocabulary.learn(long.map(({ word }) => word.toLowerCase()));
  const corrections = await Promise.all(
    long.map(async ({ word, term }) => {
      const similar = await similarTo(word.toLowerCase(), term, vocabulary);
      return similar
        .filter(({ edits }) => edits === similar[0]?.edits)
        .map(({ term: meant, edits }): Expansion => {
          return {
            kind: 'spelling',
            from: word,
            standsFor: [term],
            term: meant,
            weight: weights[edits] ?? 0,
          };
        });
    }),
  );
  return corrections.flat().filter(({ weight }) => weight > 0);
}

/** The terms that resemble a word, fewest edits first. */
async function similarTo(
  word: string,
  term: string,
  vocabulary: Vocabulary,
): Promise<readonly Pick<SimilarTerm, 'term' | 'edits'>[]> {
  if (vocabulary.chunksWith(word) > 0) return [{ term: word, edits: 1 }];
  const maxEdits = word.length < lengthForTwoEdits ? 1 : 2;
  return vocabulary.similarTerms(term, { maxEdits, limit: maxCorrections });
}
