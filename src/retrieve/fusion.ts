import type { Candidate } from './candidate.ts';

/** The ways to make one score of the two legs. */
export type FusionMethod = 'convex' | 'cosine' | 'rrf' | 'weighted';

/** The lowest and the highest score that a fusion can give. */
export interface FusionScale {
  readonly lowest: number;
  readonly highest: number;
}

/** What each leg adds to the score of each candidate, in the candidates' order. They sum to the fused score. */
export interface FusionShares {
  readonly vector: Float64Array;
  readonly keyword: Float64Array;
}

/** A way to bring the two legs' scores into one. Pure and deterministic. */
export interface Fusion {
  readonly method: FusionMethod;
  /** Null where scores compare only within one search, so that no threshold on them means anything. */
  readonly scale: FusionScale | null;
  shares(candidates: readonly Candidate[]): FusionShares;
}

/**
 * The scores of one leg in the order of the candidates; a candidate that the leg did not return takes the lowest
 * that it did return, since it is known to be no better. Undefined where the leg returned nothing.
 */
export function legScores(
  candidates: readonly Candidate[],
  leg: 'vector' | 'keyword',
): Float64Array | undefined {
  let lowest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const trace = candidate[leg];
    if (trace && trace.score < lowest) lowest = trace.score;
  }
  if (lowest === Number.POSITIVE_INFINITY) return undefined;
  const scores = new Float64Array(candidates.length);
  for (let at = 0; at < scores.length; at++) scores[at] = candidates[at]?.[leg]?.score ?? lowest;
  return scores;
}
