import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';

/** The middle value, or the lower of the two. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
