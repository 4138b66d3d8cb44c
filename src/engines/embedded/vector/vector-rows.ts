import type { VectorWrite } from '../../../contracts/engine.ts';
import type { Connection } from '../connection.ts';
import { offset, prime } from '../fnv1a.ts';
import { largest } from './quantise.ts';
import type { UseVector } from './vector-search.ts';

/**
 * FNV-1a over words of 32 bits, four beside one another: where one bit is another it is another. A call for each vector
 * makes CRC-32 dearer.
 */
function checksumOfWords(words: Int32Array, from: number, to: number): number {
  // An integer of 32 bits from the start on, as it stays: half again as fast.
  let first = offset | 0;
  let second = first;
  let third = first;
  let fourth = first;
  let at = from;
  for (; at + 3 < to; at += 4) {
    first = Math.imul(first ^ (words[at] as number), prime);
    second = Math.imul(second ^ (words[at + 1] as number), prime);
    third = Math.imul(third ^ (words[at + 2] as number), prime);
    fourth = Math.imul(fourth ^ (words[at + 3] as number), prime);
  }
  for (; at < to; at++) first = Math.imul(first ^ (words[at] as number), prime);
  const joined = Math.imul(Math.imul(first, prime) ^ second, prime) ^ third;
  return (Math.imul(joined, prime) ^ fourth) >>> 0;
}

/** What is kept with a vector, so that it is noticed where a bit of it is another. */
export function checksumOf(vector: Float32Array): number {
  return checksumOfWords(wordsOf(vector), 0, vector.length);
}

function wordsOf({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
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
    `select group_concat(vector), group_concat(checksum), cast(group_concat(data, '') as blob)
     from json_each(?) wanted join engine_vectors on vector = wanted.value
     where typeof(data) = 'blob' and length(data) = ? and checksum is not null`,
    JSON.stringify(vectors),
    size,
  );
  const [numbers, checksums, data] = joined ?? [];
  if (!numbers || !checksums || !data) return;
  const found = numbers.split(',');
  const written = checksums.split(',');
  const values = numbersOf(data);
  const words = wordsOf(values);
  for (let at = 0; at < found.length; at++) {
    if (checksumOfWords(words, at * dimension, (at + 1) * dimension) === Number(written[at]))
      use(Number(found[at]), values, at * dimension);
  }
  // Given back now: left to the collector, so many bytes a question make it run every few questions.
  (data.buffer as ArrayBuffer).transfer(0);
}

/**
 * The vectors of chunks by the ids of these, the windows of each in their order. A chunk of which one is damaged has
 * none: part of its text would never be found.
 */
export function vectorsByChunk(
  reader: Connection,
  indexNumber: number,
  chunkIds: readonly string[],
  dimension: number,
): VectorWrite[] {
  const rows = reader.rows<[string, ...VectorData]>(
    `select chunk.chunk_id, vector.data, vector.checksum from json_each(?) wanted
     cross join engine_chunks chunk on chunk.chunk_id = wanted.value and chunk.index_number = ?
     cross join engine_vectors vector on vector.seq = chunk.seq order by chunk.seq, vector.window`,
    JSON.stringify(chunkIds),
    indexNumber,
  );
  return Array.from(
    Map.groupBy(rows, ([chunkId]) => chunkId),
    ([chunkId, windows]) => ({ chunkId, vectors: windows.map(([, ...data]) => vectorOf(data, dimension)) }),
  ).flatMap(({ chunkId, vectors }) => {
    const whole = vectors.filter((vector) => vector !== undefined);
    return whole.length === vectors.length ? [{ chunkId, vectors: whole }] : [];
  });
}

/** A row of a vector that may be damaged. */
export type VectorData = readonly [data: unknown, checksum: number];

/** A stored vector; undefined where the row is not as it was written, or holds none that has a direction. */
export function vectorOf([data, checksum]: VectorData, dimension: number): Float32Array | undefined {
  if (!(data instanceof Uint8Array) || data.length !== dimension * Float32Array.BYTES_PER_ELEMENT)
    return undefined;
  const vector = numbersOf(data);
  if (checksumOf(vector) !== checksum) return undefined;
  const most = largest(vector);
  return Number.isFinite(most) && most > 0 ? vector : undefined;
}

function numbersOf(data: Uint8Array): Float32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
