import { type ChunkRow, restoredChunk, selectChunks } from '../chunk-rows.ts';
import type { Connection } from '../connection.ts';
import { segmentKind } from '../schema.ts';
import { buildTextSegment } from '../text/build-text-segment.ts';
import { packTextSegment } from '../text/text-segment.ts';
import { type VectorData, vectorOf } from '../vector/vector-rows.ts';
import { packVectorSegment } from '../vector/vector-segment.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { PackedSegment, SegmentRow } from './segment-rows.ts';

/** Rows read before the event loop gets its turn: a few milliseconds. */
const rowsPerStep = 1024;

/**
 * What a segment should be, built anew from its rows; undefined where none are left. Errors: those of reading,
 * `aborted`.
 */
export function rebuiltSegment(
  index: ResidentIndex,
  row: SegmentRow,
  signal?: AbortSignal,
): Promise<PackedSegment | undefined> {
  const rebuild = row.kind === segmentKind.text ? rebuildText : rebuildVectors;
  return index.store.readInSteps((reader) => rebuild(reader, index, row), signal);
}

function* rebuildText(
  reader: Connection,
  { store, number: indexNumber }: ResidentIndex,
  { first, last }: SegmentRow,
): Generator<void, PackedSegment | undefined> {
  const rows = yield* inSteps(first, (from) =>
    reader.rows<ChunkRow>(
      `${selectChunks} where chunk.seq between ? and ? and +chunk.index_number = ? order by chunk.seq limit ${rowsPerStep}`,
      from,
      last,
      indexNumber,
    ),
  );
  const seqs = Float64Array.from(rows, ([seq]) => seq);
  return packTextSegment(yield* buildTextSegment(rows.map(restoredChunk), seqs, store.options.analyser));
}

/** Rows that hold no such vector are damaged and left out. */
function* rebuildVectors(
  reader: Connection,
  { number: indexNumber, dimension }: ResidentIndex,
  { first, last }: SegmentRow,
): Generator<void, PackedSegment | undefined> {
  const rows = yield* inSteps(first, (from) =>
    reader.rows<[number, number, ...VectorData]>(
      `select vector, seq, data, checksum from engine_vectors where vector between ? and ? and index_number = ?
       order by vector limit ${rowsPerStep}`,
      from,
      last,
      indexNumber,
    ),
  );
  const whole = rows.flatMap(([vector, seq, ...data]) => {
    const value = vectorOf(data, dimension);
    return value === undefined ? [] : [{ vector, seq, value }];
  });
  if (whole.length === 0) return undefined;
  return packVectorSegment(
    Float64Array.from(whole, ({ vector }) => vector),
    Float64Array.from(whole, ({ seq }) => seq),
    whole.map(({ value }) => value),
  );
}

/** Pages through rows whose first column is an ascending number, from `first` on. */
function* inSteps<Row extends readonly [number, ...unknown[]]>(
  first: number,
  page: (from: number) => readonly Row[],
): Generator<void, readonly Row[]> {
  const rows: Row[] = [];
  for (let from = first; ; yield) {
    const found = page(from);
    rows.push(...found);
    const last = found.at(-1);
    if (last === undefined || found.length < rowsPerStep) return rows;
    from = last[0] + 1;
  }
}
