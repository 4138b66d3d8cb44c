import { setImmediate } from 'node:timers/promises';
import type { Analyser } from '../../contracts/analyser.ts';
import { isFootnoteError } from '../../errors.ts';
import { runSteps } from '../../sqlite/write-transaction.ts';
import type { Connection } from './connection.ts';
import { nextMerge } from './merge-policy.ts';
import { mergeTextSegments } from './merge-text-segments.ts';
import { mergeVectorSegments, noVectors, vectorRowsOf } from './merge-vector-segments.ts';
import { rebuildText, rebuildVectors } from './rebuild-segment.ts';
import { type Replacement, replaceSegments } from './replace-segments.ts';
import type { ResidentIndex } from './resident-index.ts';
import { segmentKind } from './schema.ts';
import { SegmentBody } from './segment-body.ts';
import { listSegments, type SegmentRow } from './segment-rows.ts';
import type { Store } from './store.ts';
import {
  countTombstones,
  readStoredText,
  readStoredVectors,
  readTombstones,
  type Tombstones,
} from './stored-segments.ts';
import { maxSegmentChunks, packTextSegment, readTextSegment, type TextSegment } from './text-segment.ts';
import { maxSegmentVectors, type VectorRows } from './vector-segment.ts';

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

async function merge(
  index: ResidentIndex,
  rows: readonly SegmentRow[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const tombstones = await index.store.read((reader) =>
    rows.map((row) => readTombstones(reader, index.number, row)),
  );
  const replacement =
    rows[0]?.kind === segmentKind.text
      ? await mergedText(index, rows, tombstones, signal)
      : await mergedVectors(index, rows, tombstones, signal);
  const lastTombstone = Math.max(...tombstones.map(({ last }) => last));
  await replaceSegments(index, rows, replacement, { signal, lastTombstone });
}

async function mergedText(
  { store, number }: ResidentIndex,
  rows: readonly SegmentRow[],
  tombstones: readonly Tombstones[],
  signal: AbortSignal | undefined,
): Promise<Replacement> {
  const { analyser } = store.options;
  const rebuild = (reader: Connection, row: SegmentRow) => rebuiltText(reader, number, row, analyser);
  const segments = await readSegments(store, rows, tombstones, { read: readStoredText, rebuild, signal });
  return { text: await runSteps(mergeTextSegments(segments), signal) };
}

async function mergedVectors(
  index: ResidentIndex,
  rows: readonly SegmentRow[],
  tombstones: readonly Tombstones[],
  signal: AbortSignal | undefined,
): Promise<Replacement> {
  const rebuild = (reader: Connection, row: SegmentRow) => rebuiltVectors(reader, index, row);
  const segments = await readSegments(index.store, rows, tombstones, {
    read: readStoredVectors,
    rebuild,
    signal,
  });
  return { vectors: mergeVectorSegments(segments) };
}

/** Reads segments one after another, and makes those anew that are damaged. */
async function readSegments<Segment>(
  store: Store,
  rows: readonly SegmentRow[],
  tombstones: readonly Tombstones[],
  { read, rebuild, signal }: SegmentSource<Segment>,
): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const [at, row] of rows.entries()) {
    await setImmediate();
    const stored = await store.read((reader) => read(reader, row, tombstones[at] as Tombstones), { signal });
    segments.push(stored ?? (await store.readInSteps((reader) => rebuild(reader, row), signal)));
  }
  return segments;
}

interface SegmentSource<Segment> {
  readonly read: (reader: Connection, row: SegmentRow, tombstones: Tombstones) => Segment | undefined;
  readonly rebuild: (reader: Connection, row: SegmentRow) => Generator<void, Segment>;
  readonly signal: AbortSignal | undefined;
}

/** What a damaged segment should be, from its rows; where it is gone meanwhile, it replaces nothing. */
function* rebuiltText(
  reader: Connection,
  number: number,
  row: SegmentRow,
  analyser: Analyser,
): Generator<void, TextSegment> {
  const parts = yield* rebuildText(reader, number, row, analyser);
  return readTextSegment(row.id, new SegmentBody(packTextSegment(parts))) as TextSegment;
}

function* rebuiltVectors(
  reader: Connection,
  index: ResidentIndex,
  row: SegmentRow,
): Generator<void, VectorRows> {
  const bytes = yield* rebuildVectors(reader, index, row);
  return bytes === undefined
    ? noVectors
    : vectorRowsOf(new SegmentBody(bytes.body), new Int8Array(bytes.matrix.buffer));
}
