import { requireNumber, requireObject } from '../../values/require-arguments.ts';
import type { Candidate, Leg } from '../candidate.ts';

/** The ways to make one score of the two legs. */
export type FusionMethod = 'convex' | 'cosine' | 'rrf' | 'weighted';

/** What the fusions that weigh scores are made from. */
export interface LegWeights {
  /** The vector leg's share in [0, 1]; the keyword leg has the rest. */
  readonly vectorWeight: number;
  /** How many hits each leg returns at most. */
  readonly candidates: number;
}

/** Refuses weights that would turn an order round, and what is no number. Errors: `request_invalid`. */
export function requireWeights(options: LegWeights): void {
  requireObject('options', options);
  requireNumber('vectorWeight', options.vectorWeight, 0, 1);
  requireNumber('candidates', options.candidates, 0, Number.POSITIVE_INFINITY);
}

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
 * The shares of legs whose scores are made `comparable`, each by itself, and weighed. A leg that found nothing adds
 * nothing. A candidate that a leg did not return scores as {@link legScores} says.
 */
export function weighedShares(
  candidates: readonly Candidate[],
  { vectorWeight, candidates: limit }: LegWeights,
  comparable: (scores: Float64Array, leg: Leg) => Float64Array,
): FusionShares {
  const shareOf = (leg: Leg, weight: number) => {
    const scores = legScores(candidates, leg, limit);
    return scores
      ? comparable(scores, leg).map((score) => weight * score)
      : new Float64Array(candidates.length);
  };
  return { vector: shareOf('vector', vectorWeight), keyword: shareOf('keyword', 1 - vectorWeight) };
}

/**
 * The scores of one leg in the order of the candidates. A candidate that the leg did not return takes the lowest
 * that it did return, since it is known to be no better; but where the keyword leg returned fewer than `limit`, it
 * has no word of the question, and scores 0. Undefined where the leg returned nothing.
 * @param limit how many hits a leg returns at most
 */
function legScores(candidates: readonly Candidate[], leg: Leg, limit: number): Float64Array | undefined {
  const found = candidates.flatMap((candidate) => candidate[leg]?.score ?? []);
  if (found.length === 0) return undefined;
  const lowest = found.reduce((least, score) => Math.min(least, score));
  const missed = leg === 'keyword' && found.length < limit ? 0 : lowest;
  return Float64Array.from(candidates, (candidate) => candidate[leg]?.score ?? missed);
}
