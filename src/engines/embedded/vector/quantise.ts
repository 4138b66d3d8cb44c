import { laneCount } from './int8-kernel.ts';
import { signStrideOf } from './sign-kernel.ts';

/** Largest of the quantised numbers of a question, which the kernel takes in 0–127 with this in the middle. */
export const questionOffset = 63;

/**
 * A question as the kernel takes it: numbers in 0–126, quantised to −63…63 and moved by {@link questionOffset};
 * a quantised number divided by `scale` is the number.
 */
export interface QuantisedQuestion {
  readonly numbers: Int8Array;
  readonly scale: number;
}

export function quantiseQuestion(vector: Float32Array): QuantisedQuestion {
  const scale = questionOffset / largest(vector);
  const numbers = new Int8Array(Math.ceil(vector.length / laneCount) * laneCount);
  for (let at = 0; at < vector.length; at++) {
    numbers[at] = Math.round((vector[at] as number) * scale) + questionOffset;
  }
  return { numbers, scale };
}

/** What a row's product with a {@link QuantisedQuestion} is without the offset; `sum` is of the row's numbers. */
export function withoutOffset(product: number, sum: number): number {
  return product - Math.imul(questionOffset, sum);
}

/** What a scan needs of quantised rows before it multiplies them. */
interface RowSummaries {
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

/**
 * The loops below take four numbers a turn. That makes the functions long enough for V8 to optimise each by itself:
 * shorter ones become part of their callers, which run too seldom to be optimised well.
 */
const step = 4;

/** Largest value of a quantised number. */
const maxInt8 = 127;

/** Scales are powers of the root of two, so that most segments share one and merge by copying alone. */
const scaleSteps = 2;

/** The largest absolute value of a vector, 0 for an empty one. */
export function largest(vector: Float32Array): number {
  const inSteps = vector.length - (vector.length % step);
  let most = 0;
  for (let at = 0; at < inSteps; at += step) {
    const first = Math.max(Math.abs(vector[at] as number), Math.abs(vector[at + 1] as number));
    const second = Math.max(Math.abs(vector[at + 2] as number), Math.abs(vector[at + 3] as number));
    most = Math.max(most, first, second);
  }
  for (let at = inSteps; at < vector.length; at++) most = Math.max(most, Math.abs(vector[at] as number));
  return most;
}

/** Writes the numbers of a vector, times `scale` and rounded, to `target` from `start` on. They fit int8. */
export function quantise(vector: Float32Array, scale: number, target: Int8Array, start: number): void {
  const inSteps = vector.length - (vector.length % step);
  for (let at = 0; at < inSteps; at += step) {
    const to = start + at;
    target[to] = rounded((vector[at] as number) * scale);
    target[to + 1] = rounded((vector[at + 1] as number) * scale);
    target[to + 2] = rounded((vector[at + 2] as number) * scale);
    target[to + 3] = rounded((vector[at + 3] as number) * scale);
  }
  for (let at = inSteps; at < vector.length; at++)
    target[start + at] = rounded((vector[at] as number) * scale);
}

/**
 * The nearest integer of a number above −128. Made positive, cutting off its fraction rounds it: cheaper than
 * Math.round.
 */
export function rounded(number: number): number {
  return ((number + 128.5) | 0) - 128;
}

/** The largest scale of the ladder that keeps `largest` within int8. */
export function scaleFor(largest: number): number {
  return 2 ** (Math.floor(Math.log2(maxInt8 / largest) * scaleSteps) / scaleSteps);
}
