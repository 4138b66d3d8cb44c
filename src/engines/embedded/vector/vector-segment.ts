import { segmentKind } from '../schema.ts';
import { LazyPieces, type Pieces, readAll } from '../segments/lazy-pieces.ts';
import { packSections, SectionReader } from '../segments/sections.ts';
import type { SegmentBody } from '../segments/segment-body.ts';
import type { PackedSegment } from '../segments/segment-rows.ts';
import { largest, quantise, scaleFor, summariseRows } from './quantise.ts';
import type { VectorMemories, VectorMemory } from './vector-memory.ts';

/** Most vectors in a segment, so that writing or rebuilding one stays short. */
export const maxSegmentVectors = 65_536;

/** A vector segment as it is stored: the lists in its body, the matrix of int8, and its signs. */
export type PackedVectors = Required<PackedSegment>;

/** Quantised vectors, one behind the other, the number of each and that of its chunk. */
export interface VectorRows {
  readonly dimension: number;
  /** A quantised number divided by this is the number. */
  readonly scale: number;
  readonly vectors: Float64Array;
  readonly seqs: Float64Array;
  readonly matrix: Int8Array;
}

/**
 * A vector segment in memory. Rows `[0, rows)` are live; removing one moves the last live row into its place, so the
 * scan needs no mask.
 */
export interface VectorSegment {
  readonly id: number;
  readonly dimension: number;
  /** A quantised number divided by this is the number. */
  readonly scale: number;
  /** For each row the number of its vector, and of the chunk it belongs to. */
  readonly vectors: Float64Array;
  readonly seqs: Float64Array;
  /** Smallest and largest number of the vectors that it was written with. */
  readonly first: number;
  readonly last: number;
  /** Chunks that it was written with; their windows stand side by side. */
  readonly chunks: number;
  readonly memory: VectorMemory;
  /** Where the rows are or will be read to, and behind them their signs: see {@link matrixOf} and {@link signsOf}. */
  readonly place: number;
  /** The matrix as it is stored. */
  readonly matrix: LazyPieces;
  /** For each row what its numbers add up to. */
  readonly sums: Int32Array;
  /** The signs of the rows as they were written. */
  readonly storedSigns: Pieces;
  /** Whether the signs of the rows are there, `memory.signStride` bytes each. */
  hasSigns: boolean;
  rows: number;
}

/**
 * Quantises vectors into a segment. All share one scale, so that the scan may compare plain integer products; it is
 * set by the largest number among them, so nothing is clipped. `vectors` and `seqs` are parallel to `values`.
 */
export function packVectorSegment(
  vectors: Float64Array,
  seqs: Float64Array,
  values: readonly Float32Array[],
): PackedVectors {
  const dimension = values[0]?.length ?? 0;
  let most = 0;
  for (const value of values) most = Math.max(most, largest(value));
  const scale = scaleFor(most);
  const matrix = new Int8Array(values.length * dimension);
  let at = 0;
  for (const value of values) {
    quantise(value, scale, matrix, at);
    at += dimension;
  }
  return packRows({ dimension, scale, vectors, seqs, matrix });
}

/** Packs rows that are quantised. */
export function packRows({ dimension, scale, vectors, seqs, matrix }: VectorRows): PackedVectors {
  const { sums, signs } = summariseRows(matrix, dimension);
  return {
    kind: segmentKind.vector,
    first: vectors[0] as number,
    last: vectors.at(-1) as number,
    entries: vectors.length,
    body: packSections([Float64Array.of(dimension, scale), vectors, seqs, sums]),
    matrix: new Uint8Array(matrix.buffer, matrix.byteOffset, matrix.byteLength),
    signs,
  };
}

/** Opens one of the parts of a segment that are not its body, which has so many bytes. */
export type OpenPart = (of: 'matrix' | 'signs', bytes: number) => Pieces;

/**
 * Reads what {@link packVectorSegment} made, with every row live. The matrix and its signs are read into one of
 * `memories` when they are needed; where `prepare` fails, it is given back. Errors, of later reading too:
 * `LostSegment`.
 */
export function readVectorSegment(
  id: number,
  body: SegmentBody,
  open: OpenPart,
  memories: VectorMemories,
  prepare: (segment: VectorSegment) => void = () => undefined,
): VectorSegment {
  const { dimension, scale, vectors, seqs, sums } = readVectorLists(body);
  const rows = vectors.length;
  const memory = memories.withRoomFor(rows);
  const { stride, signStride } = memory;
  const place = memory.allocate(memory.rowBytes(rows));
  if (stride !== dimension) memory.bytes(place, rows * stride).fill(0);
  const matrix = new LazyPieces(open('matrix', rows * dimension), (piece, at) =>
    placeRows(piece, at, dimension, memory.bytes(place, rows * stride), stride),
  );
  const segment: VectorSegment = {
    id,
    dimension,
    scale,
    vectors,
    seqs,
    first: vectors[0] as number,
    last: vectors[rows - 1] as number,
    chunks: countRuns(seqs),
    memory,
    place,
    matrix,
    sums,
    storedSigns: open('signs', rows * signStride),
    hasSigns: false,
    rows,
  };
  try {
    prepare(segment);
    return segment;
  } catch (error) {
    releaseVectorSegment(segment);
    throw error;
  }
}

/**
 * Where the rows of a segment are, `memory.stride` bytes each, read where they have not been. Errors: `LostSegment`.
 */
export function matrixOf({ matrix, place }: VectorSegment): number {
  matrix.need(0, matrix.bytes);
  return place;
}

/** How many times the value changes, the first counted. */
function countRuns(values: Float64Array): number {
  let runs = 0;
  for (let at = 0; at < values.length; at++) if (at === 0 || values[at] !== values[at - 1]) runs++;
  return runs;
}

/** Copies bytes of rows, the first of them `at` bytes behind the first row's, to where rows are `stride` apart. */
function placeRows(
  piece: Uint8Array,
  at: number,
  dimension: number,
  target: Int8Array,
  stride: number,
): void {
  if (stride === dimension) return target.set(piece, at);
  for (let from = 0; from < piece.length; ) {
    const inRow = (at + from) % dimension;
    const row = (at + from - inRow) / dimension;
    const to = Math.min(piece.length, from + dimension - inRow);
    target.set(piece.subarray(from, to), row * stride + inRow);
    from = to;
  }
}

/** The lists of a segment without its rows. The arrays are then the caller's own. */
export function readVectorLists(
  body: SegmentBody,
): Pick<VectorRows, 'dimension' | 'scale' | 'vectors' | 'seqs'> & { readonly sums: Int32Array } {
  const reader = new SectionReader(body);
  const [dimension = 0, scale = 1] = reader.float64();
  return { dimension, scale, vectors: reader.float64(), seqs: reader.float64(), sums: reader.int32() };
}

/** Live rows of segments. */
export function rowsOf(segments: readonly VectorSegment[]): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Where the signs of a segment's rows are, taken from the rows or read when they are first asked for. Errors:
 * `LostSegment`.
 */
export function signsOf(segment: VectorSegment): number {
  const { memory, matrix, place, vectors, rows } = segment;
  const signs = place + memory.matrixBytes(vectors.length);
  if (segment.hasSigns) return signs;
  // Rows that were moved are no more where their signs are stored, and are all in memory.
  if (matrix.isWhole) memory.packSigns(place, rows, signs);
  else readSigns(segment, signs);
  segment.hasSigns = true;
  return signs;
}

/** Reads all of a segment that has not been. Errors: `LostSegment`. */
export function readWhole(segment: VectorSegment): void {
  // First the signs: those of a whole matrix are not read.
  signsOf(segment);
  matrixOf(segment);
}

function readSigns({ memory, storedSigns }: VectorSegment, place: number): void {
  const target = memory.bytes(place, storedSigns.bytes);
  readAll(storedSigns, (piece, at) => target.set(piece, at));
}

/** Gives a segment's memory back. */
export function releaseVectorSegment({ memory, place, vectors }: VectorSegment): void {
  memory.release(place, memory.rowBytes(vectors.length));
}

/** Takes the rows of removed vectors out. Where there are any the matrix is read. Errors: `LostSegment`. */
export function removeFromVectors(segment: VectorSegment, removed: ReadonlySet<number>): void {
  const { vectors, seqs, sums, memory, first, last } = segment;
  // Looking at each row of a large index takes some hundred milliseconds, and almost all segments hold none of them.
  if (!removed.values().some((vector) => first <= vector && vector <= last)) return;
  if (!vectors.subarray(0, segment.rows).some((vector) => removed.has(vector))) return;
  const { stride, signStride } = memory;
  const matrix = memory.bytes(matrixOf(segment), vectors.length * stride);
  const signs = segment.hasSigns ? memory.bytes(signsOf(segment), vectors.length * signStride) : undefined;
  for (let row = 0; row < segment.rows; ) {
    if (!removed.has(vectors[row] as number)) {
      row++;
      continue;
    }
    const last = --segment.rows;
    vectors[row] = vectors[last] as number;
    seqs[row] = seqs[last] as number;
    sums[row] = sums[last] as number;
    matrix.copyWithin(row * stride, last * stride, (last + 1) * stride);
    signs?.copyWithin(row * signStride, last * signStride, (last + 1) * signStride);
  }
}
