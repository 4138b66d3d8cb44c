import type { ScoredAnswer } from './risk-coverage.ts';

/**
 * The mean squared distance of confidences, read as probabilities, from what came true, in [0, 1], lower is better; to
 * say one half of everything comes to .25. 0 where there are no answers.
 * Source: Brier, "Verification of Forecasts Expressed in Terms of Probability", Monthly Weather Review 78, 1950.
 */
export function brierScore(answers: readonly ScoredAnswer[]): number {
  const sum = answers.reduce(
    (error, { confidence, isRight }) => error + (confidence - Number(isRight)) ** 2,
    0,
  );
  return answers.length === 0 ? 0 : sum / answers.length;
}
