import type { CollectionHits } from './candidate.ts';

/**
 * Leaves out of the vector leg what is under a cosine, in [0, 1]; 0 leaves out nothing, also not what points the other
 * way. What the keyword leg found stays.
 */
export function nearHits(hits: readonly CollectionHits[], minCosine: number): readonly CollectionHits[] {
  if (minCosine === 0) return hits;
  return hits.map((found) => ({ ...found, vector: found.vector.filter(({ score }) => score >= minCosine) }));
}
