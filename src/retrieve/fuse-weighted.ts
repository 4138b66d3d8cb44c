import type { Candidate, Leg } from './candidate.ts';
import { type Fusion, type LegWeights, legScores, requireWeights } from './fusion.ts';

/**
 * Weighted sum of the two legs' scores, each brought into [0, 1] by its lowest and highest (min–max), see
 * {@link legScores}: 1 is the best of a leg, 0 the worst of the candidates. Where all that a leg returned score
 * alike, each has 1, and what it did not return 0. Errors: `request_invalid` of a weight outside [0, 1].
 */
export function weightedFusion(options: LegWeights): Fusion {
  requireWeights(options);
  const { vectorWeight, candidates: limit } = options;
  return {
    method: 'weighted',
    scale: { lowest: 0, highest: 1 },
    shares: (candidates) => ({
      vector: weighted(candidates, 'vector', vectorWeight, limit),
      keyword: weighted(candidates, 'keyword', 1 - vectorWeight, limit),
    }),
  };
}

function weighted(candidates: readonly Candidate[], leg: Leg, weight: number, limit: number): Float64Array {
  const scores = legScores(candidates, leg, limit);
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
