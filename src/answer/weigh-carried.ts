import type { Analyser } from '../contracts/analyser.ts';
import type { WeightedTerm } from '../contracts/generator.ts';

/**
 * What a term taken over from the conversation counts: it says what the question is about, and most of a passage that
 * was found by it is about that. Chosen on the odd ones of the follow-ups of `bench/quality`.
 */
const carriedShare = 0.5;

/** The question's terms, those of carried words at half their weight. `language` is that of the question. */
export function weighCarried(
  terms: readonly WeightedTerm[],
  carried: readonly string[],
  analyser: Analyser,
  language: string,
): readonly WeightedTerm[] {
  if (carried.length === 0) return terms;
  const lighter = new Set(carried.flatMap((word) => analyser.terms(word, language).map(({ text }) => text)));
  return terms.map(({ term, weight }) => ({
    term,
    weight: lighter.has(term) ? carriedShare * weight : weight,
  }));
}
