import { runSteps } from '../../sqlite/write-transaction.ts';
import { nextMerge, type SegmentSize } from './merge-policy.ts';
import { mergeTextSegments } from './merge-text-segments.ts';
import { replaceSegments } from './replace-segments.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { SegmentRow } from './segment-rows.ts';
import { maxSegmentChunks, type TextSegment } from './text-segment.ts';
import { maxSegmentVectors, mergeVectorSegments, type VectorSegment } from './vector-segment.ts';

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
  await mergeText(index, index.texts.slice(run.from, run.to), signal);
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
  await mergeVectors(index, index.vectors.slice(run.from, run.to), signal);
  return true;
}

/** Writes every segment anew that holds something of removed chunks. Errors: `aborted`, those of writing. */
export async function purgeSegments(index: ResidentIndex, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    await index.refresh(signal);
    const text = index.texts.find(({ deadCount }) => deadCount > 0);
    const vectors = index.vectors.find((segment) => segment.rows < segment.vectors.length);
    // Where a merge in the background takes one away meanwhile, the next turn finds what is left.
    if (text) await mergeText(index, [text], signal);
    else if (vectors) await mergeVectors(index, [vectors], signal);
    else return;
  }
}

async function mergeText(
  index: ResidentIndex,
  segments: readonly TextSegment[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { lastTombstone } = index;
  const replaced = rowsOf(index, segments);
  const text = await runSteps(mergeTextSegments(segments), signal);
  await replaceSegments(index, replaced, { text }, { signal, lastTombstone });
}

async function mergeVectors(
  index: ResidentIndex,
  segments: readonly VectorSegment[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { lastTombstone } = index;
  const replaced = rowsOf(index, segments);
  const vectors = mergeVectorSegments(segments);
  await replaceSegments(index, replaced, { vectors }, { signal, lastTombstone });
}

function rowsOf(index: ResidentIndex, segments: readonly { readonly id: number }[]): readonly SegmentRow[] {
  const ids = new Set(segments.map((segment) => segment.id));
  return index.rows.filter((row) => ids.has(row.id));
}
