import { isFootnoteError } from '../../../errors.ts';
import { runSteps } from '../../../sqlite/write-transaction.ts';
import type { Connection } from '../connection.ts';
import { type ScoredPlace, TopPlaces } from '../keyword/keyword-search.ts';
import { addUp } from '../place-arrays.ts';
import { segmentKind } from '../schema.ts';
import type { ResidentIndex } from '../segments/resident-index.ts';
import { listSegments, type SegmentRow, storedPieces } from '../segments/segment-rows.ts';
import { readTombstones, unlessLost, wholeBody } from '../segments/stored-segments.ts';
import { quantiseQuestion, withoutOffset } from './quantise.ts';
import { centred } from './sign-filter.ts';
import {
  holdsAt,
  minSignRows,
  readSignMeasurement,
  type SignMeasurement,
  unmeasured,
  writeSignMeasurement,
} from './sign-measurement.ts';
import { VectorMemories } from './vector-memory.ts';
import { type VectorData, vectorOf } from './vector-rows.ts';
import {
  matrixOf,
  readVectorSegment,
  releaseVectorSegment,
  removeFromVectors,
  signsOf,
  type VectorSegment,
} from './vector-segment.ts';

/** So many of the index's own vectors are the questions. */
const sampledVectors = 64;

/**
 * Measures the signs of a large index where it has outgrown what was measured, before whoever wrote goes on: until it
 * is measured each process that opens it reads and multiplies all vectors, and one that asks a single question ends
 * before it could measure them. What is in the way of it is no matter of the write's: the next one tries again, and so
 * does a search behind its answer.
 */
export async function measureOverdue(index: ResidentIndex): Promise<void> {
  const { store, number } = index;
  try {
    if (!(await store.read((reader) => isOverdue(reader, number)))) return;
    const measured = await index.signFilter.measure(() => measureStored(index));
    if (measured === undefined) return;
    await store.write(
      function* (writer) {
        yield;
        writeSignMeasurement(writer, number, measured);
      },
      { signal: store.closing.signal },
    );
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
  }
}

function isOverdue(reader: Connection, indexNumber: number): boolean {
  const entries = vectorSegments(reader, indexNumber).reduce((sum, segment) => sum + segment.entries, 0);
  if (entries < minSignRows) return false;
  const [removed] = reader.rows<[number]>(
    'select count(*) from engine_tombstones where index_number = ? and kind = ?',
    indexNumber,
    segmentKind.vector,
  );
  const rows = entries - (removed as [number])[0];
  return rows >= minSignRows && !holdsAt(readSignMeasurement(reader, indexNumber) ?? unmeasured, rows);
}

/**
 * Measures as the file has the vectors, a segment in memory at a time; undefined where one is damaged. Segments may be
 * merged meanwhile: whatever has been looked at, by number, is passed over in what took their place.
 */
async function measureStored(index: ResidentIndex): Promise<SignMeasurement | undefined> {
  const { store, number, dimension } = index;
  const { signal } = store.closing;
  const ranks = new SignRanks(await store.read((reader) => sampleVectors(reader, index)));
  const memories = new VectorMemories(dimension);
  let last = 0;
  let lost: number | undefined;
  for (;;) {
    const next = await store.read((reader) => {
      const row = vectorSegments(reader, number).find((segment) => segment.last > last);
      return row && { row, segment: readBehind(reader, number, row, last, memories) };
    });
    if (next === undefined) return { rows: ranks.rows, kept: ranks.kept() };
    const { row, segment } = next;
    if (segment === undefined) {
      if (lost === row.id) return undefined;
      lost = row.id;
      continue;
    }
    await runSteps(ranks.add(segment), signal);
    releaseVectorSegment(segment);
    last = row.last;
  }
}

/** Vectors of an index, evenly spread over it. */
function sampleVectors(
  reader: Connection,
  { number: indexNumber, dimension }: ResidentIndex,
): readonly Float32Array[] {
  const segments = vectorSegments(reader, indexNumber);
  const entries = segments.reduce((sum, segment) => sum + segment.entries, 0);
  return Array.from({ length: sampledVectors }, (_, sample) => {
    let place = Math.floor(((sample + 0.5) * entries) / sampledVectors);
    const held = segments.find((segment) => (place -= segment.entries) < 0) as SegmentRow;
    const share = 1 + place / held.entries;
    return reader.rows<VectorData>(
      'select data, checksum from engine_vectors where vector between ? and ? and index_number = ? order by vector limit 1',
      Math.floor(held.first + share * (held.last - held.first)),
      held.last,
      indexNumber,
    );
  })
    .map(([row]) => row && vectorOf(row, dimension))
    .filter((vector) => vector !== undefined);
}

/** Reads the live vectors of a segment whose numbers are greater than `last`; undefined where it is gone or damaged. */
function readBehind(
  reader: Connection,
  indexNumber: number,
  row: SegmentRow,
  last: number,
  memories: VectorMemories,
): VectorSegment | undefined {
  return unlessLost(() => {
    const open = (of: 'matrix' | 'signs', bytes: number) => storedPieces(reader, row, of, bytes);
    return readVectorSegment(row.id, wholeBody(reader, row), open, memories, (segment) => {
      matrixOf(segment);
      const { targets } = readTombstones(reader, indexNumber, row);
      const passedOver = segment.vectors.filter((vector) => vector <= last);
      removeFromVectors(segment, new Set([...targets, ...passedOver]));
    });
  });
}

function vectorSegments(reader: Connection, indexNumber: number): readonly SegmentRow[] {
  return listSegments(reader, indexNumber).filter(({ kind }) => kind === segmentKind.vector);
}

/** So many nearest rows of each question are looked for; a vector of the index finds itself first. */
const neighbours = 11;

/** Share of all those neighbours that must be among the rows kept. */
const wantedRecall = 0.998;

/** Rows that all questions are compared with at once: they stay in the processor's cache until all have been. */
const rowsPerStep = 1024;

/** A question with its nearest rows so far. */
interface Asked {
  /** As the kernels take it: to be multiplied, and for its signs. */
  readonly numbers: Int8Array;
  readonly centred: Int8Array;
  readonly nearest: TopPlaces;
  /** In how many signs each of these differs from the question; those that are no more among them stay. */
  readonly differences: Map<ScoredPlace, number>;
  /** How many rows there are at each difference. */
  readonly counts: Uint32Array;
}

/**
 * Finds out how many rows have to be kept by their signs, so that the nearest neighbours of some questions are among
 * them. Segments are looked at one after another, so no two of them need be in memory.
 */
export class SignRanks {
  readonly #questions: readonly Asked[];
  #segments = 0;
  #rows = 0;

  constructor(questions: readonly Float32Array[]) {
    this.#questions = questions.map((vector) => ({
      numbers: quantiseQuestion(vector).numbers,
      centred: centred(vector),
      nearest: new TopPlaces(neighbours),
      differences: new Map(),
      counts: new Uint32Array(vector.length + 1),
    }));
  }

  /** Rows that have been looked at. */
  get rows(): number {
    return this.#rows;
  }

  /** Looks at a segment that is read, some rows a step; it must not change meanwhile. */
  *add(segment: VectorSegment): Generator<void, void> {
    const index = this.#segments++;
    this.#rows += segment.rows;
    for (let from = 0; from < segment.rows; from += rowsPerStep) {
      const rows = { segment, index, from, count: Math.min(rowsPerStep, segment.rows - from) };
      for (const asked of this.#questions) {
        offerRows(rows, asked);
        countRows(rows, asked);
      }
      yield;
    }
  }

  /** How many rows have to be kept. */
  kept(): number {
    const ranks = this.#questions.flatMap(({ nearest, differences, counts }) => {
      const within = counts.slice();
      addUp(within);
      return nearest.candidates().map((row) => within[differences.get(row) as number] as number);
    });
    const sorted = Float64Array.from(ranks).toSorted();
    return sorted[Math.ceil(wantedRecall * sorted.length) - 1] ?? this.#rows;
  }
}

/** Neighbouring rows of a segment, which has a number. */
interface Rows {
  readonly segment: VectorSegment;
  readonly index: number;
  readonly from: number;
  readonly count: number;
}

function offerRows({ segment, index, from, count }: Rows, { numbers, nearest }: Asked): void {
  const { memory, sums, scale } = segment;
  const products = memory.multiply(matrixOf(segment) + from * memory.stride, count, numbers);
  for (let at = 0; at < count; at++) {
    const score = withoutOffset(products[at] as number, sums[from + at] as number) / scale;
    if (score >= nearest.threshold) nearest.offer(index, from + at, score);
  }
}

function countRows(
  { segment, index, from, count }: Rows,
  { centred, nearest, differences, counts }: Asked,
): void {
  const { memory } = segment;
  const signs = signsOf(segment) + from * memory.signStride;
  const [found] = memory.countDifferences([{ signs, rows: count }], centred) as [Uint16Array];
  for (let at = 0; at < count; at++) {
    const difference = found[at] as number;
    counts[difference] = (counts[difference] as number) + 1;
  }
  for (const row of nearest.candidates()) {
    const at = row.place - from;
    if (row.segment === index && at >= 0 && at < count) differences.set(row, found[at] as number);
  }
}
