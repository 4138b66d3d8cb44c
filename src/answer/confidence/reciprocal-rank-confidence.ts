import type { Confidence } from '../answer.ts';

const bands = [
  [0.8, 'high', 'answer'],
  [0.6, 'good', 'answer with caveats'],
  [0.4, 'low', 'consider a fallback'],
  [0, 'insufficient', 'fall back'],
] as const;

/**
 * Requirement row B5: the hits' scores in [0, 1] weighed by the inverse of their rank, Σ score/rank ÷ Σ 1/rank, with
 * the bands .8, .6 and .4. `scores` are best first.
 */
export function reciprocalRankConfidence(scores: readonly number[]): Confidence {
  let weighed = 0;
  let weights = 0;
  for (const [position, score] of scores.entries()) {
    weighed += score / (position + 1);
    weights += 1 / (position + 1);
  }
  const value = weights === 0 ? 0 : weighed / weights;
  const [, level, advice] = bands.find(([least]) => value >= least) ?? bands[3];
  return { value, level, reason: advice };
}
