import type { Candidate } from './candidate.ts';
import { type Fusion, legScores } from './fusion.ts';

/**
 * Weighted sum of the two legs' scores, each brought into [0, 1] by its lowest and highest (min–max): 1 is the best
 * of a leg, 0 the worst that it returned and all that it did not return. Where all that a leg returned score alike,
 * each has 1. `vectorWeight` is the vector leg's share in [0, 1]; the keyword leg has the rest.
 */
export function weightedFusion({ vectorWeight }: { readonly vectorWeight: number }): Fusion {
  return {
    method: 'weighted',
    scale: { lowest: 0, highest: 1 },
    shares: (candidates) => ({
      vector: weighted(candidates, 'vector', vectorWeight),
      keyword: weighted(candidates, 'keyword', 1 - vectorWeight),
    }),
  };
}

function weighted(candidates: readonly Candidate[], leg: 'vector' | 'keyword', weight: number): Float64Array {
  const scores = legScores(candidates, leg);
  const shares = new Float64Array(candidates.length);
  if (!scores) return shares;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  for (let at = 0; at < shares.length; at++) {
    if (!candidates[at]?.[leg]) continue;
    shares[at] = weight * (highest > lowest ? ((scores[at] as number) - lowest) / (highest - lowest) : 1);
  }
  return shares;
}
