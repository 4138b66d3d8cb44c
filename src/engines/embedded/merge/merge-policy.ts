/** Share of dead entries from which a segment is written anew. */
const deadShare = 0.2;

/** What the policy looks at: how many entries a segment was written with, and how many of them are dead. */
export interface SegmentSize {
  readonly entries: number;
  readonly dead: number;
}

/**
 * Which `fanIn` neighbouring segments to merge next, or which one to write anew, as `[from, to)`; undefined where
 * nothing needs it. A run is merged when none of it is larger than half of the whole, so that an entry is rewritten a
 * logarithmic number of times.
 */
export function nextMerge(
  sizes: readonly SegmentSize[],
  maxEntries: number,
  fanIn: number,
): { readonly from: number; readonly to: number } | undefined {
  const live = sizes.map(({ entries, dead }) => entries - dead);
  const wasteful = sizes.findIndex(({ entries, dead }) => dead > 0 && dead >= deadShare * entries);
  if (wasteful >= 0) return { from: wasteful, to: wasteful + 1 };
  for (let from = live.length - fanIn; from >= 0; from--) {
    const run = live.slice(from, from + fanIn);
    const total = run.reduce((sum, size) => sum + size, 0);
    if (total <= maxEntries && Math.max(...run) <= total / 2) return { from, to: from + fanIn };
  }
  return undefined;
}
