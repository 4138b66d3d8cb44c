import { type Fusion, type LegWeights, requireWeights, weighedShares } from './fusion.ts';
import { standardise } from './standardise.ts';

/**
 * Convex combination of the two legs' scores, each standardised over the union of both legs' candidates. A leg that
 * found nothing, or whose scores are all equal, adds nothing. 0 is an average candidate. Errors: `request_invalid` of a
 * weight outside [0, 1].
 *
 * Source: Bruch, Gai, Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42(1), 2023
 * (convex combination against reciprocal rank fusion, and the choice of normalisation).
 */
export function convexFusion(options: LegWeights): Fusion {
  requireWeights(options);
  return {
    method: 'convex',
    scale: null,
    shares: (candidates) => weighedShares(candidates, options, standardise),
  };
}
