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
  const corrections: Expansion[] = [];
  for (const { word, term, similar } of await withSimilarTerms(words, vocabulary)) {
    for (const { term: meant, edits } of similar) {
      if (edits > (similar[0]?.edits ?? 0)) break;
      const weight = weights[edits] ?? 0;
      corrections.push({ kind: 'spelling', from: word, standsFor: [term], term: meant, weight });
    }
  }
  return corrections.filter(({ weight }) => weight > 0);
}

/** Each word that is long enough, with the terms that resemble it, fewest edits first. */
async function withSimilarTerms(
  words: readonly UnknownWord[],
  vocabulary: Vocabulary,
): Promise<(UnknownWord & { readonly similar: readonly Pick<SimilarTerm, 'term' | 'edits'>[] })[]> {
  const long = words.filter(({ word, term }) => word.length >= minLength && term.length >= minLength);
  if (long.length === 0) return [];
  await vocabulary.learn(long.map(({ word }) => word.toLowerCase()));
  return Promise.all(
    long.map(async (unknown) => {
      const term = unknown.word.toLowerCase();
      if (vocabulary.chunksWith(term) > 0) return { ...unknown, similar: [{ term, edits: 1 }] };
      const maxEdits = term.length < lengthForTwoEdits ? 1 : 2;
      return {
        ...unknown,
        similar: await vocabulary.similarTerms(unknown.term, { maxEdits, limit: maxCorrections }),
      };
    }),
  );
}
