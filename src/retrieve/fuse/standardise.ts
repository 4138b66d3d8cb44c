/**
 * The z-scores of some scores: (score − mean) / standard deviation. All 0 where the scores are equal, because equal
 * scores differ by rounding only, and dividing by that would blow noise up to the size of a signal.
 */
export function standardise(scores: Float64Array): Float64Array {
  const { length } = scores;
  const mean = scores.reduce((sum, score) => sum + score, 0) / length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / length);
  const isEqual = !(deviation > 1e-9 * Math.max(1, Math.abs(mean)));
  return scores.map((score) => (isEqual ? 0 : (score - mean) / deviation));
}
