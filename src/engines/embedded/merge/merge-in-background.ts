import { setImmediate } from 'node:timers/promises';
import { isFootnoteError } from '../../../errors.ts';
import { runSteps, type TransactionOptions } from '../../../sqlite/write-transaction.ts';
import type { Connection } from '../connection.ts';
import { segmentKind } from '../schema.ts';
import { rebuiltSegment } from '../segments/rebuild-segment.ts';
import type { ResidentIndex } from '../segments/resident-index.ts';
import { LostSegment } from '../segments/segment-body.ts';
import {
  deletingSegments,
  insertSegment,
  listSegments,
  type PackedSegment,
  type SegmentRow,
} from '../segments/segment-rows.ts';
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
import { bumpGeneration } from '../write-batch.ts';
import { mergeTextSegments, mergeVectorSegments } from './merge-segments.ts';

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

/**
 * Puts a merged or rebuilt segment in the place of neighbouring ones, in one transaction, or nothing where all of their
 * entries are gone. Tombstones up to `lastTombstone` go, since the replacement was made without what they name. Where
 * another process has replaced one of them meanwhile, nothing is done.
 */
export function replaceSegments(
  index: Pick<ResidentIndex, 'store' | 'id' | 'number'>,
  replaced: readonly SegmentRow[],
  replacement: PackedSegment | undefined,
  options: TransactionOptions & { readonly lastTombstone?: number } = {},
): Promise<void> {
  const { first, kind } = replaced[0] as SegmentRow;
  const { last } = replaced.at(-1) as SegmentRow;
  return deletingSegments((deleteSegment) =>
    index.store.write(function* (writer) {
      for (const { id } of replaced) {
        if (writer.rows('select 1 from engine_segments where id = ?', id).length === 0) return;
      }
      for (const { id } of replaced) deleteSegment(writer, id);
      yield;
      if (replacement !== undefined) insertSegment(writer, index.number, replacement);
      yield;
      writer
        .prepare(
          'delete from engine_tombstones where index_number = ? and kind = ? and target between ? and ? and id <= ?',
        )
        .run(index.number, kind, first, last, options.lastTombstone ?? 0);
      bumpGeneration(writer, index.number, index.id);
    }, options),
  );
}
