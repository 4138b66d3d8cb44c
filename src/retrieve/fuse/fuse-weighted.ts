import { type Fusion, type LegWeights, requireWeights, weighedShares } from './fusion.ts';

/**
 * Weighted sum of the two legs' scores, each brought into [0, 1] by its lowest and highest (min–max), see
 * {@link weighedShares}: 1 is the best of a leg, 0 the worst of the candidates. Where all that a leg returned score
 * alike, each has 1, and what it did not return 0. Errors: `request_invalid` of a weight outside [0, 1].
 */
export function weightedFusion(options: LegWeights): Fusion {
  requireWeights(options);
  return {
    method: 'weighted',
    scale: { lowest: 0, highest: 1 },
    shares: (candidates) =>
      weighedShares(candidates, options, (scores, leg) => {
        const lowest = Math.min(...scores);
        const range = Math.max(...scores) - lowest;
        return scores.map((score, at) => {
          if (!candidates[at]?.[leg]) return 0;
          return range > 0 ? (score - lowest) / range : 1;
        });
      }),
  };
}
