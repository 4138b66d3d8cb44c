import type { Candidate } from './candidate.ts';
import { type Fusion, legScores } from './fusion.ts';
import { standardise } from './standardise.ts';

/**
 * Convex combination of the two legs' scores, each standardised over the union of both legs' candidates. A leg that
 * found nothing, or whose scores are all equal, adds nothing. 0 is an average candidate.
 * `vectorWeight` is the vector leg's share in [0, 1]; the keyword leg has the rest.
 *
 * Source: Bruch, Gai, Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42(1), 2023
 * (convex combination against reciprocal rank fusion, and the choice of normalisation).
 */
export function convexFusion({ vectorWeight }: { readonly vectorWeight: number }): Fusion {
  return {
    method: 'convex',
    scale: null,
    shares: (candidates) => ({
      vector: weighted(candidates, 'vector', vectorWeight),
      keyword: weighted(candidates, 'keyword', 1 - vectorWeight),
    }),
  };
}

function weighted(candidates: readonly Candidate[], leg: 'vector' | 'keyword', weight: number): Float64Array {
  const scores = legScores(candidates, leg);
  return scores ? standardise(scores).map((score) => weight * score) : new Float64Array(candidates.length);
}
