import type { Relevance } from '../retrieve/hit.ts';

/**
 * How well the question is covered by what was found, in [0, 1]: the mean of the best cosine and the best coverage
 * of the question's terms; the coverage alone where no vector leg ran. It orders answers by how much to trust them
 * and is not a probability.
 */
export function confidence(relevance: Relevance): number {
  const { bestCosine, coverage } = relevance;
  if (bestCosine === null) return coverage;
  return (Math.min(1, Math.max(0, bestCosine)) + coverage) / 2;
}
