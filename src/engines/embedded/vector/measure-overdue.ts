import { isFootnoteError } from '../../../errors.ts';
import { runSteps } from '../../../sqlite/write-transaction.ts';
import type { Connection } from '../connection.ts';
import { segmentKind } from '../schema.ts';
import type { ResidentIndex } from '../segments/resident-index.ts';
import { listSegments, type SegmentRow, storedPieces } from '../segments/segment-rows.ts';
import { readTombstones, unlessLost, wholeBody } from '../segments/stored-segments.ts';
import {
  holdsAt,
  minSignRows,
  readSignMeasurement,
  type SignMeasurement,
  unmeasured,
  writeSignMeasurement,
} from './sign-measurement.ts';
import { SignRanks } from './sign-ranks.ts';
import { VectorMemories } from './vector-memory.ts';
import { type VectorData, vectorOf } from './vector-rows.ts';
import {
  matrixOf,
  readVectorSegment,
  releaseVectorSegment,
  removeFromVectors,
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
