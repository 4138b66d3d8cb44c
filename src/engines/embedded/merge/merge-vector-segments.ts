import type { SegmentBody } from '../segments/segment-body.ts';
import { rounded } from '../vector/quantise.ts';
import { type PackedVectors, packRows, readVectorLists, type VectorRows } from '../vector/vector-segment.ts';

/** The rows of a segment without those of `removed` vectors. Takes the matrix over. */
export function vectorRowsOf(body: SegmentBody, matrix: Int8Array, removed: ReadonlySet<number>): VectorRows {
  const { dimension, scale, vectors, seqs } = readVectorLists(body);
  let rows = 0;
  for (let row = 0; row < vectors.length; row++) {
    if (removed.has(vectors[row] as number)) continue;
    if (rows < row) {
      vectors[rows] = vectors[row] as number;
      seqs[rows] = seqs[row] as number;
      matrix.copyWithin(rows * dimension, row * dimension, (row + 1) * dimension);
    }
    rows++;
  }
  return {
    dimension,
    scale,
    vectors: vectors.subarray(0, rows),
    seqs: seqs.subarray(0, rows),
    matrix: matrix.subarray(0, rows * dimension),
  };
}

/**
 * Puts the rows of segments together; undefined where there are none. The smallest scale becomes that of all, and
 * only segments of another are quantised again: from their bytes, which is at most one step worse than from the rows
 * and spares reading these. Candidates are scored in float32 in any case.
 */
export function mergeVectorSegments(segments: readonly VectorRows[]): PackedVectors | undefined {
  const live = segments.filter(({ vectors }) => vectors.length > 0);
  const rows = live.reduce((sum, { vectors }) => sum + vectors.length, 0);
  if (rows === 0) return undefined;
  const { dimension } = live[0] as VectorRows;
  const scale = live.reduce((least, segment) => Math.min(least, segment.scale), Number.POSITIVE_INFINITY);
  const vectors = new Float64Array(rows);
  const seqs = new Float64Array(rows);
  const matrix = new Int8Array(rows * dimension);
  let merged = 0;
  for (const segment of live) {
    vectors.set(segment.vectors, merged);
    seqs.set(segment.seqs, merged);
    const target = matrix.subarray(merged * dimension, (merged + segment.vectors.length) * dimension);
    if (segment.scale === scale) target.set(segment.matrix);
    else rescale(segment.matrix, scale / segment.scale, target);
    merged += segment.vectors.length;
  }
  return packRows({ dimension, scale, vectors, seqs, matrix });
}

function rescale(numbers: Int8Array, factor: number, target: Int8Array): void {
  for (let at = 0; at < numbers.length; at++) target[at] = rounded((numbers[at] as number) * factor);
}
