import { signStrideOf } from './sign-kernel.ts';

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
  const inBytes = dimension - (dimension % byteNumbers);
  for (let row = 0; row < rows; row++) {
    const start = row * dimension;
    let sum = 0;
    let to = row * stride;
    for (let at = start; at < start + inBytes; at += byteNumbers) {
      const first = matrix[at] as number;
      const second = matrix[at + 1] as number;
      const third = matrix[at + 2] as number;
      const fourth = matrix[at + 3] as number;
      const fifth = matrix[at + 4] as number;
      const sixth = matrix[at + 5] as number;
      const seventh = matrix[at + 6] as number;
      const eighth = matrix[at + 7] as number;
      sum += first + second + third + fourth + fifth + sixth + seventh + eighth;
      // Of a negative number the bits from the eighth on are ones.
      signs[to++] =
        ((first >>> 7) & 0x01) |
        ((second >>> 6) & 0x02) |
        ((third >>> 5) & 0x04) |
        ((fourth >>> 4) & 0x08) |
        ((fifth >>> 3) & 0x10) |
        ((sixth >>> 2) & 0x20) |
        ((seventh >>> 1) & 0x40) |
        (eighth & 0x80);
    }
    for (let at = start + inBytes, bit = 0; at < start + dimension; at++, bit++) {
      const number = matrix[at] as number;
      sum += number;
      signs[to] = (signs[to] as number) | ((number >>> 31) << bit);
    }
    sums[row] = sum;
  }
  return { sums, signs };
}
