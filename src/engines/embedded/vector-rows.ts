import { crc32 } from 'node:zlib';
import type { Connection } from './connection.ts';
import { largest } from './quantise.ts';
import type { UseVector } from './vector-search.ts';

/** In the place of the checksum of a row that has none. */
const noChecksum = -1;

/** What is kept with a vector, so that it is noticed where a bit of it is another. */
export function checksumOf(vector: Float32Array | Uint8Array): number {
  return crc32(vector);
}

/**
 * Calls back with each of these vectors that there is, by its number; those that are damaged are left out. All come in
 * one row: `node:sqlite` makes an object and a buffer for each, which takes longer than reading it.
 */
export function fetchVectors(
  reader: Connection,
  vectors: readonly number[],
  dimension: number,
  use: UseVector,
): void {
  const size = dimension * Float32Array.BYTES_PER_ELEMENT;
  const [joined] = reader.rows<[string | null, string | null, Uint8Array | null]>(
    // Bytes stay as they are where SQLite takes them for text (https://www.sqlite.org/lang_expr.html#castexpr).
    `select group_concat(vector), group_concat(ifnull(checksum, ${noChecksum})),
       cast(group_concat(data, '') as blob)
     from json_each(?) wanted join engine_vectors on vector = wanted.value
     where typeof(data) = 'blob' and length(data) = ?`,
    JSON.stringify(vectors),
    size,
  );
  const [numbers, checksums, data] = joined ?? [];
  if (!numbers || !checksums || !data) return;
  const found = numbers.split(',');
  const written = checksums.split(',');
  const values = numbersOf(data);
  for (let at = 0; at < found.length; at++) {
    if (isAsWritten(data.subarray(at * size, (at + 1) * size), Number(written[at])))
      use(Number(found[at]), values, at * dimension);
  }
  // Given back now: left to the collector, so many bytes a question make it run every few questions.
  (data.buffer as ArrayBuffer).transfer(0);
}

/** A row of a vector that may be damaged. */
export type VectorData = readonly [data: unknown, checksum: number | null];

/** A stored vector; undefined where the row is not as it was written, or holds none that has a direction. */
export function vectorOf([data, checksum]: VectorData, dimension: number): Float32Array | undefined {
  if (!(data instanceof Uint8Array) || data.length !== dimension * Float32Array.BYTES_PER_ELEMENT)
    return undefined;
  if (!isAsWritten(data, checksum ?? noChecksum)) return undefined;
  const vector = numbersOf(data);
  const most = largest(vector);
  return Number.isFinite(most) && most > 0 ? vector : undefined;
}

function isAsWritten(data: Uint8Array, checksum: number): boolean {
  return checksum === noChecksum || checksumOf(data) === checksum;
}

function numbersOf(data: Uint8Array): Float32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
