import type { Confidence } from '../answer.ts';

/** Passages that count. */
const counted = 3;

/** Requirement row E10: the mean score of the best three passages. `scores` are best first, in [0, 1]. */
export function meanConfidence(scores: readonly number[]): Confidence {
  const best = scores.slice(0, counted);
  return { value: meanOf(best), level: null, reason: `mean relevance of the best ${best.length}` };
}

/** The mean of scores; 0 where there are none. */
export function meanOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}
