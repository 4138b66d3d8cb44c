/**
 * The smallest value that `share` of all values do not exceed (nearest rank); `share` in (0, 1]. NaN where there are
 * none.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
