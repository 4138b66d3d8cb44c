import type { DroppedCandidate } from './choose-hits.ts';
import { type HitContext, toDroppedHit } from './explain-hit.ts';
import type { Hit } from './hit.ts';
import type { ReadPassages } from './passage.ts';
import type { RankedCandidate } from './rank-candidates.ts';

/** The best of what was left out: enough to see why, few enough to read. */
export const droppedShown = 10;

/** Candidates that one stage left out, best first, as far as they can be among those shown. */
export function dropAll(
  ranked: readonly RankedCandidate[],
  droppedBy: DroppedCandidate['droppedBy'],
): DroppedCandidate[] {
  return ranked.slice(0, droppedShown).map((one) => ({ ranked: one, droppedBy }));
}

/** Those of all stages that are shown, best first. */
export function bestDropped(dropped: readonly DroppedCandidate[]): readonly DroppedCandidate[] {
  return dropped.toSorted((a, b) => b.ranked.score - a.ranked.score).slice(0, droppedShown);
}

/** What was left out as hits, each with what dropped it. What cannot be read any more is not shown. */
export async function showDropped(
  dropped: readonly DroppedCandidate[],
  read: ReadPassages,
  context: HitContext,
): Promise<Hit[]> {
  const unread = dropped.flatMap(({ chunk, ranked }) => (chunk ? [] : [ranked]));
  const chunks = new Map((await read(unread)).map(({ ranked, chunk }) => [ranked, chunk]));
  return dropped.flatMap((one) => {
    const chunk = one.chunk ?? chunks.get(one.ranked);
    return chunk ? [toDroppedHit(one, chunk, context)] : [];
  });
}
