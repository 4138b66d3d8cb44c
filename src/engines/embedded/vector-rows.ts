import type { Connection } from './connection.ts';
import { largest } from './quantise.ts';
import type { UseVector } from './vector-search.ts';

/**
 * Calls back with each of these vectors that there is, by its number; those that are not of this dimension are damaged
 * and left out. All come in one row: `node:sqlite` makes an object and a buffer for each, which takes longer than
 * reading it.
 */
export function fetchVectors(
  reader: Connection,
  vectors: readonly number[],
  dimension: number,
  use: UseVector,
): void {
  const [joined] = reader.rows<[string | null, Uint8Array | null]>(
    // Bytes stay as they are where SQLite takes them for text (https://www.sqlite.org/lang_expr.html#castexpr).
    `select group_concat(vector), cast(group_concat(data, '') as blob)
     from json_each(?) wanted join engine_vectors on vector = wanted.value
     where typeof(data) = 'blob' and length(data) = ?`,
    JSON.stringify(vectors),
    dimension * Float32Array.BYTES_PER_ELEMENT,
  );
  const [numbers, data] = joined ?? [];
  if (!numbers || !data) return;
  const found = numbers.split(',');
  const values = numbersOf(data);
  for (const [at, vector] of found.entries()) use(Number(vector), values, at * dimension);
  // Given back now: left to the collector, so many bytes a question make it run every few questions.
  (data.buffer as ArrayBuffer).transfer(0);
}

/** A stored vector; undefined where the row is damaged and holds none of this dimension that has a direction. */
export function vectorOf(data: unknown, dimension: number): Float32Array | undefined {
  if (!(data instanceof Uint8Array) || data.length !== dimension * Float32Array.BYTES_PER_ELEMENT)
    return undefined;
  const vector = numbersOf(data);
  const most = largest(vector);
  return Number.isFinite(most) && most > 0 ? vector : undefined;
}

function numbersOf(data: Uint8Array): Float32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
