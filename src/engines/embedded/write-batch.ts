import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import type { ChunkSelector, ChunkWrite, VectorWrite } from '../../contracts/engine.ts';
import { insertChunk, seqOf, versionNumber } from './chunk-rows.ts';
import type { Connection } from './connection.ts';
import { indexDropped, removeChunk, removeVectors } from './remove-rows.ts';
import { insertSegment, type PackedSegment } from './segments/segment-rows.ts';
import { buildTextSegment } from './text/build-text-segment.ts';
import { packTextSegment, type TextSegmentParts } from './text/text-segment.ts';
import { checksumOf } from './vector/vector-rows.ts';
import { packVectorSegment } from './vector/vector-segment.ts';

/** Most chunks or vectors of one batch that go into one segment; background merging makes larger ones of them. */
const maxBatchSegment = 8192;

/** Rows written before the event loop gets its turn: some five milliseconds. */
const rowsPerStep = 256;

/** The text segments of a batch, built before the write lock is taken; their numbers are given out under it. */
export interface PreparedBatch {
  readonly writes: readonly ChunkWrite[];
  readonly segments: readonly TextSegmentParts[];
}

/** Analyses and inverts a batch, in steps. Of two chunks with the same id the later one counts. */
export function* prepareBatch(
  batch: readonly ChunkWrite[],
  analyser: Analyser,
): Generator<void, PreparedBatch> {
  const writes = withoutRepeated(batch);
  const segments: TextSegmentParts[] = [];
  for (const piece of pieces(writes)) {
    const chunks = piece.map((write) => write.chunk);
    segments.push(yield* buildTextSegment(chunks, new Float64Array(chunks.length), analyser));
    yield;
  }
  return { writes, segments };
}

function withoutRepeated(batch: readonly ChunkWrite[]): readonly ChunkWrite[] {
  const ids = new Set<string>();
  for (const { chunk } of batch) ids.add(chunk.id);
  if (ids.size === batch.length) return batch;
  return [...new Map(batch.map((write) => [write.chunk.id, write])).values()];
}

/** Writes rows and segments of a batch. Inside a write transaction. */
export function* writeBatch(
  writer: Connection,
  indexNumber: number,
  batch: PreparedBatch,
): Generator<void, void> {
  const firstSeq = takeNumbers(writer, 'next_seq', batch.writes.length);
  const versions = new VersionNumbers(writer, indexNumber);
  let next = firstSeq;
  for (const { chunk } of batch.writes) {
    if (next % rowsPerStep === 0) yield;
    const place = { seq: next++, indexNumber, versionNumber: versions.of(chunk) };
    if (insertChunk(writer, place, chunk)) continue;
    removeChunk(writer, indexNumber, seqOf(writer, indexNumber, chunk.id) as number);
    // The removal may have taken the version's row along with its last chunk.
    versions.forget();
    insertChunk(writer, { ...place, versionNumber: versions.of(chunk) }, chunk);
  }
  let seq = firstSeq;
  for (const segment of batch.segments) {
    for (let at = 0; at < segment.seqs.length; at++) segment.seqs[at] = seq++;
    insertSegment(writer, indexNumber, packTextSegment(segment) as PackedSegment);
    yield;
  }
  yield* writeVectors(writer, indexNumber, vectorRows(batch.writes, firstSeq));
}

/** Sets the vectors of chunks written before. Inside a write transaction. */
export function* writeLateVectors(
  writer: Connection,
  indexNumber: number,
  batch: readonly VectorWrite[],
): Generator<void, void> {
  const rows: VectorRow[] = [];
  const latest = new Map(batch.map((write) => [write.chunkId, write.vectors]));
  let looked = 0;
  for (const [chunkId, vectors] of latest) {
    if (++looked % rowsPerStep === 0) yield;
    const seq = seqOf(writer, indexNumber, chunkId);
    if (seq === undefined) continue;
    removeVectors(writer, indexNumber, seq);
    for (const [window, value] of vectors.entries()) rows.push({ seq, window, value });
  }
  yield* writeVectors(writer, indexNumber, rows);
}

const selectSeqs = `
  select chunk.seq from engine_versions version join engine_chunks chunk on chunk.version_number = version.number
  where version.index_number = ? and version.document_id = ?`;

/** Removes what the selectors name and returns how many chunks went. Inside a write transaction. */
export function* removeSelected(
  writer: Connection,
  indexNumber: number,
  selectors: readonly ChunkSelector[],
): Generator<void, void> {
  let removed = 0;
  for (const [at, { documentId, version }] of selectors.entries()) {
    if (at % rowsPerStep === 0) yield;
    const seqs =
      version === undefined
        ? writer.rows<[number]>(selectSeqs, indexNumber, documentId)
        : writer.rows<[number]>(`${selectSeqs} and version.version = ?`, indexNumber, documentId, version);
    for (const [seq] of seqs) {
      removeChunk(writer, indexNumber, seq);
      if (++removed % rowsPerStep === 0) yield;
    }
  }
}

/** Says that the index has changed. Every transaction that changes one ends with it. */
export function bumpGeneration(writer: Connection, indexNumber: number, indexId: string): void {
  const { changes } = writer
    .prepare('update engine_indexes set generation = generation + 1 where number = ?')
    .run(indexNumber);
  if (changes === 1) return;
  throw indexDropped(writer.database.location() ?? 'in memory', indexId);
}

interface VectorRow {
  readonly seq: number;
  readonly window: number;
  readonly value: Float32Array;
}

function vectorRows(writes: readonly ChunkWrite[], firstSeq: number): readonly VectorRow[] {
  const rows: VectorRow[] = [];
  let seq = firstSeq;
  for (const { vectors } of writes) {
    for (let window = 0; window < vectors.length; window++)
      rows.push({ seq, window, value: vectors[window] as Float32Array });
    seq++;
  }
  return rows;
}

function* writeVectors(
  writer: Connection,
  indexNumber: number,
  rows: readonly VectorRow[],
): Generator<void, void> {
  let vector = takeNumbers(writer, 'next_vector', rows.length);
  const insert = writer.prepare(
    'insert into engine_vectors (vector, index_number, seq, window, checksum, data) values (?, ?, ?, ?, ?, ?)',
  );
  for (const piece of pieces(rows)) {
    const first = vector;
    for (const { seq, window, value } of piece) {
      if (vector % rowsPerStep === 0) yield;
      insert.run(vector++, indexNumber, seq, window, checksumOf(value), value);
    }
    const vectors = Float64Array.from(piece, (_, at) => first + at);
    const seqs = Float64Array.from(piece, (row) => row.seq);
    const values = piece.map((row) => row.value);
    insertSegment(writer, indexNumber, packVectorSegment(vectors, seqs, values));
    yield;
  }
}

/** Takes `count` numbers that no chunk or vector ever had, and returns the first. */
function takeNumbers(writer: Connection, counter: 'next_seq' | 'next_vector', count: number): number {
  const [row] = writer.rows<[number]>(
    `update engine_state set ${counter} = ${counter} + ? returning ${counter}`,
    count,
  );
  return (row as [number])[0] - count;
}

/** Looks a document version's number up once for its run of chunks. */
class VersionNumbers {
  readonly #writer: Connection;
  readonly #indexNumber: number;
  #documentId: string | undefined;
  #version = 0;
  #number = 0;

  constructor(writer: Connection, indexNumber: number) {
    this.#writer = writer;
    this.#indexNumber = indexNumber;
  }

  of({ documentId, version }: Chunk): number {
    if (documentId !== this.#documentId || version !== this.#version) {
      this.#number = versionNumber(this.#writer, this.#indexNumber, documentId, version);
      this.#documentId = documentId;
      this.#version = version;
    }
    return this.#number;
  }

  forget(): void {
    this.#documentId = undefined;
  }
}

function* pieces<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += maxBatchSegment)
    yield items.slice(from, from + maxBatchSegment);
}
