import type { EngineIndex } from '../../contracts/engine.ts';
import type { UnknownWord } from './expand-question.ts';
import type { Expansion } from './expansion.ts';

/** Shorter words resemble too many others. */
const minLength = 4;

/** From this length on a word is still told by its letters after two of them have gone wrong. */
const lengthForTwoEdits = 8;

/** Corrections of one word. */
const maxCorrections = 2;

/** What a correction counts for, by its edits: the word itself is nowhere, but it need not be what was meant. */
const weights: readonly number[] = [1, 0.8, 0.5];

/**
 * The terms of the index that unknown words may have been meant as: only those of fewest edits, the most common
 * first. Nothing for an engine that knows no similar terms.
 */
export async function correctSpelling(
  words: readonly UnknownWord[],
  { index, signal }: { readonly index: Pick<EngineIndex, 'similarTerms'>; readonly signal?: AbortSignal },
): Promise<Expansion[]> {
  const corrections: Expansion[] = [];
  for (const { word, term } of words) {
    if (word.length < minLength || term.length < minLength) continue;
    const maxEdits = word.length < lengthForTwoEdits ? 1 : 2;
    const similar = (await index.similarTerms?.(term, { maxEdits, limit: maxCorrections, signal })) ?? [];
    for (const { term: meant, edits } of similar) {
      if (edits > (similar[0]?.edits ?? 0)) break;
      const weight = weights[edits] ?? 0;
      corrections.push({ kind: 'spelling', from: word, standsFor: [term], term: meant, weight });
    }
  }
  return corrections.filter(({ weight }) => weight > 0);
}
