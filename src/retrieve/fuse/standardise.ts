/**
 * The z-scores of some scores: (score − mean) / standard deviation. All 0 where the scores are equal, because equal
 * scores differ by rounding only, and dividing by that would blow noise up to the size of a signal.
 */
export function standardise(scores: Float64Array): Float64Array {
  const { length } = scores;
  let sum = 0;
  for (let at = 0; at < length; at++) sum += scores[at] as number;
  const mean = sum / length;
  let squares = 0;
  for (let at = 0; at < length; at++) squares += ((scores[at] as number) - mean) ** 2;
  const deviation = Math.sqrt(squares / length);
  const standardised = new Float64Array(length);
  if (!(deviation > 1e-9 * Math.max(1, Math.abs(mean)))) return standardised;
  for (let at = 0; at < length; at++) standardised[at] = ((scores[at] as number) - mean) / deviation;
  return standardised;
}
