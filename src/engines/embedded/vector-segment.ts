import { laneCount } from './int8-kernel.ts';
import { largest, quantise } from './quantise.ts';
import { packSections, SectionReader } from './sections.ts';
import type { SegmentBody } from './segment-body.ts';
import type { TakePiece } from './segment-rows.ts';
import { questionOffset, type VectorMemory } from './vector-memory.ts';

/** Most vectors in a segment, so that writing or rebuilding one stays short. */
export const maxSegmentVectors = 65_536;

/** Largest value of a quantised number. */
const maxInt8 = 127;

/** Scales are powers of the root of two, so that most segments share one and merge by copying alone. */
const scaleSteps = 2;

/** A vector segment as it is stored: a blob for the lists, and one for the matrix of int8. */
export interface VectorSegmentBytes {
  readonly body: Uint8Array;
  readonly matrix: Uint8Array;
  readonly entries: number;
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
  /** Chunks that it was written with; their windows stand side by side. */
  readonly chunks: number;
  /** Where the rows are: `memory.stride` bytes each from `matrix` on. */
  readonly memory: VectorMemory;
  readonly matrix: number;
  /** For each row what the question's offset adds to its product. */
  readonly offsets: Int32Array;
  /** Where the signs of the rows are, `memory.signStride` bytes each; undefined until they are asked for. */
  signs?: number;
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
): VectorSegmentBytes {
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
  return {
    body: packSections([Float64Array.of(dimension, scale), vectors, seqs]),
    matrix: new Uint8Array(matrix.buffer),
    entries: values.length,
  };
}

/**
 * Reads what {@link packVectorSegment} made into `memory`, with every row live. `fill` hands over the matrix, which has
 * so many bytes, and says whether it is whole; undefined where it is not.
 */
export function readVectorSegment(
  id: number,
  body: SegmentBody,
  fill: (bytes: number, take: TakePiece) => boolean,
  memory: VectorMemory,
): VectorSegment | undefined {
  const { dimension, scale, vectors, seqs } = readVectorLists(body);
  const { stride } = memory;
  const rows = vectors.length;
  const matrix = memory.allocate(memory.matrixBytes(rows));
  const target = memory.bytes(matrix, rows * stride);
  if (stride !== dimension) target.fill(0);
  const isWhole = fill(rows * dimension, (piece, at) => placeRows(piece, at, dimension, target, stride));
  if (!isWhole) {
    memory.release(matrix, memory.matrixBytes(rows));
    return undefined;
  }
  const offsets = memory.multiply(matrix, rows, new Int8Array(stride).fill(questionOffset)).slice();
  return { id, dimension, scale, vectors, seqs, chunks: countRuns(seqs), memory, matrix, offsets, rows };
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
): Pick<VectorSegment, 'dimension' | 'scale' | 'vectors' | 'seqs'> {
  const reader = new SectionReader(body);
  const [dimension = 0, scale = 1] = reader.float64();
  return { dimension, scale, vectors: reader.float64(), seqs: reader.float64() };
}

/** Live rows of segments. */
export function rowsOf(segments: readonly VectorSegment[]): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}

/** Where the signs of a segment's rows are, made when they are first asked for. */
export function signsOf(segment: VectorSegment): number {
  const { memory, matrix, vectors, rows } = segment;
  if (segment.signs === undefined) {
    segment.signs = memory.allocate(memory.signBytes(vectors.length));
    memory.packSigns(matrix, rows, segment.signs);
  }
  return segment.signs;
}

/** Gives a segment's memory back. */
export function releaseVectorSegment({ memory, matrix, signs, vectors }: VectorSegment): void {
  memory.release(matrix, memory.matrixBytes(vectors.length));
  if (signs !== undefined) memory.release(signs, memory.signBytes(vectors.length));
}

/** Takes the rows of removed vectors out. */
export function removeFromVectors(segment: VectorSegment, removed: ReadonlySet<number>): void {
  if (removed.size === 0) return;
  const { vectors, seqs, offsets, memory } = segment;
  const { stride, signStride } = memory;
  const matrix = memory.bytes(segment.matrix, vectors.length * stride);
  const signs =
    segment.signs === undefined ? undefined : memory.bytes(segment.signs, vectors.length * signStride);
  for (let row = 0; row < segment.rows; ) {
    if (!removed.has(vectors[row] as number)) {
      row++;
      continue;
    }
    const last = --segment.rows;
    vectors[row] = vectors[last] as number;
    seqs[row] = seqs[last] as number;
    offsets[row] = offsets[last] as number;
    matrix.copyWithin(row * stride, last * stride, (last + 1) * stride);
    signs?.copyWithin(row * signStride, last * signStride, (last + 1) * signStride);
  }
}

/**
 * A question as the kernel takes it: numbers in 0–126, quantised to −63…63 and moved by {@link questionOffset};
 * a quantised number divided by `scale` is the number.
 */
export function quantiseQuestion(vector: Float32Array): { numbers: Int8Array; scale: number } {
  const scale = questionOffset / largest(vector);
  const numbers = new Int8Array(Math.ceil(vector.length / laneCount) * laneCount);
  for (let at = 0; at < vector.length; at++) {
    numbers[at] = Math.round((vector[at] as number) * scale) + questionOffset;
  }
  return { numbers, scale };
}

/** The largest scale of the ladder that keeps `largest` within int8. */
function scaleFor(largest: number): number {
  return 2 ** (Math.floor(Math.log2(maxInt8 / largest) * scaleSteps) / scaleSteps);
}
