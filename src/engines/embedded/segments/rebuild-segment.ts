import { isFootnoteError } from '../../../errors.ts';
import { type ChunkRow, restoredChunk, selectChunks } from '../chunk-rows.ts';
import type { Connection } from '../connection.ts';
import { replaceSegments } from '../merge/merge-in-background.ts';
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

/** The segments of an index that are not in the file as they were written, and what was made of them. */
export class DamagedSegments {
  /** Those of which something could not be read when it was needed: the next time they are read whole. */
  readonly #doubted = new Set<number>();
  /** As they were built anew where the file cannot be written; undefined where no row of one is left. */
  readonly #rebuilt = new Map<number, PackedSegment | undefined>();

  doubt(id: number): void {
    this.#doubted.add(id);
  }

  isDoubted(id: number): boolean {
    return this.#doubted.has(id);
  }

  /** What takes the place of a segment in the file that is damaged and has to stay. */
  rebuilt(id: number): PackedSegment | undefined {
    return this.#rebuilt.get(id);
  }

  /** Whether nothing takes that place, since all that the segment held was removed. */
  isEmpty(id: number): boolean {
    return this.#rebuilt.has(id) && this.#rebuilt.get(id) === undefined;
  }

  /** Makes a damaged segment anew from the rows, in the file where it can be written, else in memory alone. */
  async rebuild(index: ResidentIndex, row: SegmentRow): Promise<void> {
    const rebuilt = await rebuiltSegment(index, row);
    try {
      await replaceSegments(index, [row], rebuilt);
      this.#doubted.delete(row.id);
    } catch (error) {
      // The rows are whole: a store that is full or read-only can still be searched.
      if (!isFootnoteError(error)) throw error;
      this.#rebuilt.set(row.id, rebuilt);
    }
  }
}
