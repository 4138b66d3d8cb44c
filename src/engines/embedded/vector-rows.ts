import type { Connection } from './connection.ts';
import type { UseVector } from './vector-search.ts';

/**
 * Calls back with each of these vectors that there is, by its number. All come in one row: `node:sqlite` makes an
 * object and a buffer for each, which takes longer than reading it.
 */
export function fetchVectors(reader: Connection, vectors: readonly number[], use: UseVector): void {
  const [joined] = reader.rows<[string | null, Uint8Array | null]>(
    // Bytes stay as they are where SQLite takes them for text (https://www.sqlite.org/lang_expr.html#castexpr).
    `select group_concat(vector), cast(group_concat(data, '') as blob)
     from json_each(?) wanted join engine_vectors on vector = wanted.value`,
    JSON.stringify(vectors),
  );
  const [numbers, data] = joined ?? [];
  if (!numbers || !data) return;
  const found = numbers.split(',');
  const values = vectorOf(data);
  const dimension = values.length / found.length;
  for (const [at, vector] of found.entries()) use(Number(vector), values, at * dimension);
  // Given back now: left to the collector, so many bytes a question make it run every few questions.
  (data.buffer as ArrayBuffer).transfer(0);
}

/** A stored vector, or several one behind the other, as numbers. */
export function vectorOf(data: Uint8Array): Float32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
