import type { Candidate } from './candidate.ts';

/**
 * Takes what the vector leg found under a cosine, in [0, 1], for not found by it, which leaves what the keyword leg
 * found as well; 0 leaves everything as it is, also what points the other way.
 */
export function nearCandidates(candidates: readonly Candidate[], minCosine: number): readonly Candidate[] {
  if (minCosine === 0) return candidates;
  return candidates.flatMap((candidate) => {
    const { vector, keyword } = candidate;
    if (!vector || vector.score >= minCosine) return [candidate];
    return keyword ? [{ ...candidate, vector: null }] : [];
  });
}
