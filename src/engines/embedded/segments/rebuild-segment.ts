import type { Analyser } from '../../../contracts/analyser.ts';
import { type ChunkRow, restoredChunk, selectChunks } from '../chunk-rows.ts';
import type { Connection } from '../connection.ts';
import { buildTextSegment } from '../text/build-text-segment.ts';
import type { TextSegmentParts } from '../text/text-segment.ts';
import { type VectorData, vectorOf } from '../vector/vector-rows.ts';
import { packVectorSegment, type VectorSegmentBytes } from '../vector/vector-segment.ts';
import type { ResidentIndex } from './resident-index.ts';

/** Rows read before the event loop gets its turn: a few milliseconds. */
const rowsPerStep = 1024;

/** Numbers of chunks or vectors, both ends included. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** Builds the text segment of the chunks in a range anew from their rows, in steps. */
export function* rebuildText(
  reader: Connection,
  indexNumber: number,
  { first, last }: NumberRange,
  analyser: Analyser,
): Generator<void, TextSegmentParts> {
  const rows = yield* inSteps(first, (from) =>
    reader.rows<ChunkRow>(
      `${selectChunks} where chunk.seq between ? and ? and +chunk.index_number = ? order by chunk.seq limit ${rowsPerStep}`,
      from,
      last,
      indexNumber,
    ),
  );
  const seqs = Float64Array.from(rows, ([seq]) => seq);
  return yield* buildTextSegment(rows.map(restoredChunk), seqs, analyser);
}

/**
 * Builds the vector segment of a range anew from its rows, in steps; undefined where none are left. Rows that hold no
 * such vector are damaged and left out.
 */
export function* rebuildVectors(
  reader: Connection,
  { number: indexNumber, dimension }: Pick<ResidentIndex, 'number' | 'dimension'>,
  { first, last }: NumberRange,
): Generator<void, VectorSegmentBytes | undefined> {
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
