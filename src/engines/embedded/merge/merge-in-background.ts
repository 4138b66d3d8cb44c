import { setImmediate } from 'node:timers/promises';
import { isFootnoteError } from '../../../errors.ts';
import { runSteps } from '../../../sqlite/write-transaction.ts';
import type { Connection } from '../connection.ts';
import { segmentKind } from '../schema.ts';
import { rebuiltSegment } from '../segments/rebuild-segment.ts';
import type { ResidentIndex } from '../segments/resident-index.ts';
import { LostSegment } from '../segments/segment-body.ts';
import { listSegments, type SegmentRow } from '../segments/segment-rows.ts';
import {
  countTombstones,
  readStoredText,
  readStoredVectors,
  readTombstones,
  type Tombstones,
} from '../segments/stored-segments.ts';
import type { Store } from '../store.ts';
import { maxSegmentChunks } from '../text/text-segment.ts';
import { maxSegmentVectors } from '../vector/vector-segment.ts';
import { nextMerge } from './merge-policy.ts';
import { mergeTextSegments } from './merge-text-segments.ts';
import { mergeVectorSegments } from './merge-vector-segments.ts';
import { replaceSegments } from './replace-segments.ts';

/**
 * As many neighbours are merged at once: fewer would write every entry more often, more would leave more segments,
 * each of which costs every search the start of another scan or another look into a dictionary.
 */
const fanIn = 8;

/**
 * So many segments of fewer entries than this are more than a process leaves that stays until they are merged: programs
 * that open an index for one write each would otherwise leave one segment each.
 */
const maxSmallSegments = 64;
const smallSegmentEntries = 1024;

/** Most entries of a segment, by kind. */
const maxEntries = { [segmentKind.text]: maxSegmentChunks, [segmentKind.vector]: maxSegmentVectors } as const;

/** A segment and how many of its entries are dead. */
interface CountedRow extends SegmentRow {
  readonly dead: number;
}

/**
 * Merges segments of an index until none needs it, in steps between which everything else has its turn. They are
 * merged as the file has them, so that a process that only writes need not hold the index; one that has searched it
 * follows at once.
 */
export async function mergeSegments(index: ResidentIndex): Promise<void> {
  const { signal } = index.store.closing;
  while (!signal.aborted) {
    const [run] = nextRuns(await countedRows(index));
    if (run === undefined) break;
    await merge(index, run, signal);
  }
  if (index.isLoaded) await index.refresh(signal);
}

/**
 * Merges once where too many small segments have been left, before whoever wrote the last goes on. What is in the way
 * of it is no matter of the write's: the next one tries again.
 */
export async function mergeOverdue(index: ResidentIndex): Promise<void> {
  try {
    const { store, number } = index;
    const rows = await store.read((reader) => listSegments(reader, number));
    if (rows.filter(({ entries }) => entries < smallSegmentEntries).length <= maxSmallSegments) return;
    for (const run of nextRuns(await countedRows(index))) await merge(index, run, store.closing.signal);
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
  }
}

/** Writes every segment anew that holds something of removed chunks. Errors: `aborted`, those of writing. */
export async function purgeSegments(index: ResidentIndex, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    // Where a merge in the background takes one away meanwhile, the next turn finds what is left.
    const holder = (await countedRows(index)).find(({ dead }) => dead > 0);
    if (holder === undefined) return;
    await merge(index, [holder], signal);
  }
}

function countedRows({ store, number }: ResidentIndex): Promise<readonly CountedRow[]> {
  return store.read((reader) => {
    const dead = countTombstones(reader, number);
    return listSegments(reader, number).map((row) => ({ ...row, dead: dead.get(row.id) ?? 0 }));
  });
}

/** What to merge next of each kind that needs it. */
function nextRuns(rows: readonly CountedRow[]): readonly (readonly SegmentRow[])[] {
  return [segmentKind.text, segmentKind.vector].flatMap((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind);
    const run = nextMerge(ofKind, maxEntries[kind], fanIn);
    return run === undefined ? [] : [ofKind.slice(run.from, run.to)];
  });
}

/** Puts neighbouring segments together; where one is damaged, it alone is made anew instead. */
async function merge(
  index: ResidentIndex,
  rows: readonly SegmentRow[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { store, number } = index;
  const { kind, first } = rows[0] as SegmentRow;
  const { last } = rows.at(-1) as SegmentRow;
  // Of all at once: between two looks another process may remove something of each.
  const removed = await store.read((reader) => readTombstones(reader, number, { kind, first, last }));
  const source = { store, rows, removed, signal };
  const options = { signal, lastTombstone: removed.last };
  try {
    const replacement =
      kind === segmentKind.text
        ? await runSteps(mergeTextSegments(await readSegments(source, readStoredText)), signal)
        : mergeVectorSegments(await readSegments(source, readStoredVectors));
    await replaceSegments(index, rows, replacement, options);
  } catch (error) {
    const lost = error instanceof LostSegment && rows.find(({ id }) => id === error.segment);
    if (!lost) throw error;
    await replaceSegments(index, [lost], await rebuiltSegment(index, lost, signal), options);
  }
}

interface SegmentSource {
  readonly store: Store;
  readonly rows: readonly SegmentRow[];
  readonly removed: Tombstones;
  readonly signal: AbortSignal | undefined;
}

/** Reads segments one after another. Errors: `LostSegment`. */
async function readSegments<Segment>(
  { store, rows, removed, signal }: SegmentSource,
  read: (reader: Connection, row: SegmentRow, removed: Tombstones) => Segment | undefined,
): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const row of rows) {
    await setImmediate();
    const segment = await store.read((reader) => read(reader, row, removed), { signal });
    if (segment === undefined) throw new LostSegment(row.id);
    segments.push(segment);
  }
  return segments;
}
