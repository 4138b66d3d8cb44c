import type { SourceRun } from './source-runs.ts';

/** The runs `[from, to)` by index. */
export interface RunWindow {
  readonly from: number;
  readonly to: number;
}

/** Code units shown before and after the place that is looked at. */
const reach = 200_000;

/** The runs within reach of a position of the text: the whole of all but very long documents. */
export function windowAround(runs: readonly SourceRun[], position: number): RunWindow {
  const from = runs.findIndex(({ end }) => end > position - reach);
  const to = runs.findLastIndex(({ start }) => start < position + reach) + 1;
  return { from: Math.max(0, from), to: Math.max(to, from + 1) };
}
