import type { CollectionHits } from './candidate.ts';

/** What the vector leg found near enough to count, and the best cosine of the rest. */
export interface NearHits {
  readonly near: readonly CollectionHits[];
  /** Null where nothing is left out. */
  readonly bestCosineLeftOut: number | null;
}

/**
 * Leaves out of the vector leg what is under a cosine, in [0, 1]; 0 leaves out nothing, also not what points the other
 * way. What the keyword leg found stays.
 */
export function nearHits(hits: readonly CollectionHits[], minCosine: number): NearHits {
  if (minCosine === 0) return { near: hits, bestCosineLeftOut: null };
  let bestCosineLeftOut: number | null = null;
  const near = hits.map((found) => {
    const vector = found.vector.filter(({ score }) => score >= minCosine);
    // Best first.
    const leftOut = found.vector[vector.length];
    if (leftOut) bestCosineLeftOut = Math.max(bestCosineLeftOut ?? -1, leftOut.score);
    return { ...found, vector };
  });
  return { near, bestCosineLeftOut };
}
