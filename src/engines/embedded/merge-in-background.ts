import { runSteps } from '../../sqlite/write-transaction.ts';
import { nextMerge, type SegmentSize } from './merge-policy.ts';
import { mergeTextSegments } from './merge-text-segments.ts';
import { replaceSegments } from './replace-segments.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { SegmentRow } from './segment-rows.ts';
import { maxSegmentChunks } from './text-segment.ts';
import { maxSegmentVectors, mergeVectorSegments } from './vector-segment.ts';

/**
 * As many neighbours are merged at once: fewer would write every entry more often, more would leave more segments.
 * A vector segment costs each search the start of another scan, and merges by copying; postings are the other way.
 */
const textFanIn = 8;
const vectorFanIn = 4;

/** Merges segments of an index until none needs it, in steps between which everything else has its turn. */
export async function mergeSegments(index: ResidentIndex): Promise<void> {
  const { signal } = index.store.closing;
  while (!signal.aborted) {
    await index.refresh(signal);
    const merged = (await mergeSomeText(index, signal)) || (await mergeSomeVectors(index, signal));
    if (!merged) return;
  }
}

async function mergeSomeText(index: ResidentIndex, signal: AbortSignal): Promise<boolean> {
  const sizes = index.texts.map((segment) => ({ entries: segment.seqs.length, dead: segment.deadCount }));
  const run = nextMerge(sizes, maxSegmentChunks, textFanIn);
  if (run === undefined) return false;
  const segments = index.texts.slice(run.from, run.to);
  const { lastTombstone } = index;
  const replaced = rowsOf(index, segments);
  const text = await runSteps(mergeTextSegments(segments), signal);
  await replaceSegments(index, replaced, { text }, { signal, lastTombstone });
  return true;
}

async function mergeSomeVectors(index: ResidentIndex, signal: AbortSignal): Promise<boolean> {
  const sizes = index.vectors.map(
    (segment): SegmentSize => ({
      entries: segment.vectors.length,
      dead: segment.vectors.length - segment.rows,
    }),
  );
  const run = nextMerge(sizes, maxSegmentVectors, vectorFanIn);
  if (run === undefined) return false;
  const segments = index.vectors.slice(run.from, run.to);
  const replaced = rowsOf(index, segments);
  const { lastTombstone } = index;
  await replaceSegments(
    index,
    replaced,
    { vectors: mergeVectorSegments(segments) },
    { signal, lastTombstone },
  );
  return true;
}

function rowsOf(index: ResidentIndex, segments: readonly { readonly id: number }[]): readonly SegmentRow[] {
  const ids = new Set(segments.map((segment) => segment.id));
  return index.rows.filter((row) => ids.has(row.id));
}
