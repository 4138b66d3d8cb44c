import type { Relevance } from '../../retrieve/hit.ts';
import type { Confidence } from '../answer.ts';

/**
 * How well the question is covered by what was found, in [0, 1]: the mean of the best cosine and the coverage of the
 * question's terms; the coverage alone where no vector leg ran. It orders answers by how much to trust them
 * and is not a probability.
 */
export function relevanceConfidence({
  bestCosine,
  coverage,
}: Pick<Relevance, 'bestCosine' | 'coverage'>): Confidence {
  const covered = `${Math.round(100 * coverage)} % of the question’s words found`;
  if (bestCosine === null) return { value: coverage, level: null, reason: covered };
  const value = (Math.min(1, Math.max(0, bestCosine)) + coverage) / 2;
  return { value, level: null, reason: `${covered}, nearest passage at ${bestCosine.toFixed(2)}` };
}
