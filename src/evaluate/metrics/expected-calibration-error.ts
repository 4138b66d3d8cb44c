import type { ScoredAnswer } from './risk-coverage.ts';

const binCount = 10;

/**
 * How far confidences, read as probabilities, are from the shares of right answers, in [0, 1], lower is better: the
 * mean distance over ten bins of equal width, weighted by their answers. 0 where there are no answers.
 * Source: Guo, Pleiss, Sun, Weinberger, "On Calibration of Modern Neural Networks", ICML 2017.
 */
export function expectedCalibrationError(answers: readonly ScoredAnswer[]): number {
  const bins = Map.groupBy(answers, ({ confidence }) =>
    Math.min(binCount - 1, Math.floor(confidence * binCount)),
  );
  let error = 0;
  for (const bin of bins.values()) {
    const confidence = bin.reduce((sum, answer) => sum + answer.confidence, 0);
    const right = bin.filter(({ isRight }) => isRight).length;
    error += Math.abs(confidence - right);
  }
  return answers.length === 0 ? 0 : error / answers.length;
}
