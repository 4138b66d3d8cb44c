import type { EngineHit, TermStatistics } from '../../contracts/engine.ts';
import type { WeightedTerm } from '../../contracts/generator.ts';
import { bestFirst } from '../candidate.ts';
import { weighTerms } from '../relevance.ts';

/**
 * A hit of the keyword leg whose score is made of the same parts, each of which counts otherwise.
 * @param weightOf what each matched term counts for
 * @param besides what the rest counts for: parts of words, and the whole score where an engine names no terms
 */
export function weighHit(hit: EngineHit, weightOf: (term: string) => number, besides = 1): EngineHit {
  const { matchedTerms, gramScore } = hit;
  if (!matchedTerms) return { ...hit, score: hit.score * besides };
  let score = (gramScore ?? 0) * besides;
  const weighed = matchedTerms.map((matched) => {
    const counted = matched.score * weightOf(matched.term);
    score += counted;
    return { ...matched, score: counted };
  });
  return {
    ...hit,
    score,
    matchedTerms: weighed,
    ...(gramScore !== undefined && { gramScore: gramScore * besides }),
  };
}

/** Statistics of several collections, of one at least, as of one. */
export function addUp(all: readonly TermStatistics[]): TermStatistics {
  return {
    chunks: all.reduce((sum, one) => sum + one.chunks, 0),
    frequencies: (all[0]?.frequencies ?? []).map((_, term) =>
      all.reduce((sum, one) => sum + (one.frequencies[term] ?? 0), 0),
    ),
  };
}

/**
 * Turns the IDF that a collection's own statistics gave into that of all that is searched, term by term; what else adds
 * to a score changes as the terms do together. Best first.
 */
export function reweigh(
  hits: readonly EngineHit[],
  terms: readonly string[],
  own: TermStatistics,
  common: TermStatistics,
): EngineHit[] {
  // As the scores were made: without chunks in the background.
  const [before, after] = [weighTerms(terms, own, 0), weighTerms(terms, common, 0)];
  const factors = new Map(
    after.map(({ term, weight }, place) => [term, weight / (before[place]?.weight ?? weight)]),
  );
  // A question without terms of its own may still be looked for in other words.
  const together = sumOfWeights(after) / sumOfWeights(before) || 1;
  const weightOf = (term: string) => factors.get(term) ?? together;
  return hits.map((hit) => weighHit(hit, weightOf, together)).toSorted(bestFirst);
}

/** What terms weigh together. */
export function sumOfWeights(terms: readonly Pick<WeightedTerm, 'weight'>[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}
