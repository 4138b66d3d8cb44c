import { signStrideOf } from './vector-memory.ts';

/** What a scan needs of quantised rows before it multiplies them. */
export interface RowSummaries {
  /** Of each row's numbers. */
  readonly sums: Int32Array;
  /** A bit for each number, 1 where it is negative, the first in the lowest; {@link signStrideOf} bytes a row. */
  readonly signs: Uint8Array;
}

/** Numbers whose signs make a byte. */
const byteNumbers = 8;

/** Adds up the numbers of each row of a matrix, and takes their signs. */
export function summariseRows(matrix: Int8Array, dimension: number): RowSummaries {
  const rows = matrix.length / dimension;
  const stride = signStrideOf(dimension);
  const sums = new Int32Array(rows);
  const signs = new Uint8Array(rows * stride);
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * dimension;
    let sum = 0;
    for (let at = row * dimension, to = row * stride; at < end; to++) {
      let byte = 0;
      for (let bit = 0; bit < byteNumbers && at < end; bit++) {
        const number = matrix[at++] as number;
        sum += number;
        byte |= (number >>> 31) << bit;
      }
      signs[to] = byte;
    }
    sums[row] = sum;
  }
  return { sums, signs };
}
