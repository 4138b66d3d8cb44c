import type { Fusion } from './fusion.ts';

/**
 * The vector leg alone: the score is the cosine between question and passage, and 0 for what only the keyword leg
 * found. Negative cosines count as 0, so that scores are in [0, 1] and mean the same in every search.
 */
export function cosineFusion(): Fusion {
  return {
    method: 'cosine',
    scale: { lowest: 0, highest: 1 },
    shares: (candidates) => ({
      vector: Float64Array.from(candidates, ({ vector }) => Math.max(0, vector?.score ?? 0)),
      keyword: new Float64Array(candidates.length),
    }),
  };
}
