import type { Analyser } from '../contracts/analyser.ts';
import type { WeightedTerm } from '../contracts/generator.ts';

/**
 * The question's terms, those of words taken over from the conversation together at most as heavy as those of the
 * reader's own: they say what the question is about, and most of a passage that was found by them is about that.
 * `language` is that of the question.
 */
export function weighCarried(
  terms: readonly WeightedTerm[],
  carried: readonly string[],
  analyser: Analyser,
  language: string,
): readonly WeightedTerm[] {
  const carriedTerms = new Set(
    carried.flatMap((word) => analyser.terms(word, language).map(({ text }) => text)),
  );
  const isCarried = ({ term }: WeightedTerm) => carriedTerms.has(term);
  const own = total(terms.filter((one) => !isCarried(one)));
  const takenOver = total(terms.filter(isCarried));
  if (own === 0 || takenOver <= own) return terms;
  return terms.map((one) => (isCarried(one) ? { ...one, weight: (one.weight * own) / takenOver } : one));
}

function total(terms: readonly WeightedTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}
