import type { Confidence } from '../answer.ts';

/** Passages that count. */
const counted = 3;

/** Requirement row E10: the mean score of the best three passages. `scores` are best first, in [0, 1]. */
export function meanConfidence(scores: readonly number[]): Confidence {
  const best = scores.slice(0, counted);
  const mean = best.length === 0 ? 0 : best.reduce((sum, score) => sum + score, 0) / best.length;
  return {
    value: Math.min(1, Math.max(0, mean)),
    level: null,
    reason: `mean relevance of the best ${best.length}`,
  };
}
