import { createKernel, laneCount, rowsAtOnce } from './int8-kernel.ts';

const pageBytes = 65_536;

/** WebAssembly's own limit with 32-bit addresses: some eleven million vectors of 384 dimensions. */
const maxPages = 65_536;

/** Largest of the quantised numbers of a question, which the kernel takes in 0–127 with this in the middle. */
export const questionOffset = 63;

interface Block {
  readonly from: number;
  readonly to: number;
}

/**
 * The memory that the kernel scans: quantised rows of all segments of one index, in blocks that are given out and
 * taken back. It grows as needed and never shrinks, so blocks are used again.
 */
export class VectorMemory {
  /** Bytes of a row: the dimension, padded with zeros. */
  readonly stride: number;
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: maxPages });
  readonly #scan = createKernel(this.#memory);
  readonly #question: number;
  /** Free blocks in order, never touching each other. */
  #free: Block[];

  constructor(dimension: number) {
    this.stride = Math.ceil(dimension / laneCount) * laneCount;
    this.#free = [{ from: 0, to: pageBytes }];
    this.#question = this.allocate(1);
  }

  /** Bytes taken from the system. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Room for rows, zeroed or not. Errors: `RangeError` where WebAssembly's memory ends. */
  allocate(rows: number): number {
    const bytes = this.#bytesOf(rows);
    let index = this.#free.findIndex((block) => block.to - block.from >= bytes);
    if (index < 0) {
      this.#grow(bytes);
      index = this.#free.length - 1;
    }
    const { from, to } = this.#free[index] as Block;
    this.#free.splice(index, 1, ...(to - from > bytes ? [{ from: from + bytes, to }] : []));
    return from;
  }

  /** Takes back what `allocate` gave out for so many rows. */
  release(from: number, rows: number): void {
    const to = from + this.#bytesOf(rows);
    const before = this.#free.filter((block) => block.to <= from);
    const after = this.#free.filter((block) => block.from >= to);
    this.#free = [...before, { from, to }, ...after].reduce(joinTouching, []);
  }

  /** A view of the memory, good until the next `allocate`. */
  bytes(from: number, length: number): Int8Array<ArrayBuffer> {
    return new Int8Array(this.#memory.buffer, from, length);
  }

  /** Products of rows with numbers in 0–127, one for each row. The array is the caller's. */
  multiply(matrix: number, rows: number, numbers: Int8Array): Int32Array {
    // Four bytes a row are never more than rows themselves take, since a row has sixteen at least.
    const products = this.allocate(Math.ceil((rows + rowsAtOnce) / 4));
    const question = this.bytes(this.#question, this.stride);
    question.fill(0);
    question.set(numbers);
    this.#scan({ matrix, rows, stride: this.stride, question: this.#question, products });
    const result = new Int32Array(this.#memory.buffer.slice(products, products + rows * 4));
    this.release(products, Math.ceil((rows + rowsAtOnce) / 4));
    return result;
  }

  /** Whole groups, since the kernel reads to the end of the last one. */
  #bytesOf(rows: number): number {
    return Math.ceil(rows / rowsAtOnce) * rowsAtOnce * this.stride;
  }

  #grow(bytes: number): void {
    const end = this.size;
    const pages = Math.ceil(bytes / pageBytes);
    this.#memory.grow(pages);
    this.#free = [...this.#free, { from: end, to: end + pages * pageBytes }].reduce(joinTouching, []);
  }
}

function joinTouching(blocks: Block[], next: Block): Block[] {
  const last = blocks.at(-1);
  if (last?.to !== next.from) return [...blocks, next];
  return [...blocks.slice(0, -1), { from: last.from, to: next.to }];
}
