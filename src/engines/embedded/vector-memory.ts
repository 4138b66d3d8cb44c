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
  readonly #kernel = createKernel(this.#memory);
  readonly #question: number;
  #scratch = { at: 0, rows: 0 };
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

  /**
   * Products of rows with at most `stride` numbers in 0–127, one for each row of a matrix, or for each of those listed.
   * A view, good until the next call of this object.
   */
  multiply(matrix: number, rows: number | Uint32Array, numbers: Int8Array): Int32Array {
    const count = typeof rows === 'number' ? rows : rows.length;
    const scratch = this.#scratchFor(count);
    const { stride } = this;
    const question = this.bytes(this.#question, stride);
    question.fill(0);
    question.set(numbers);
    const common = { stride, question: this.#question, products: scratch, rows: count };
    if (typeof rows === 'number') this.#kernel.scan({ ...common, matrix });
    else {
      const list = scratch + wholeGroups(count) * 4;
      const addresses = new Uint32Array(this.#memory.buffer, list, wholeGroups(count));
      for (let at = 0; at < count; at++) addresses[at] = matrix + (rows[at] as number) * stride;
      addresses.fill(matrix, count);
      this.#kernel.scanList({ ...common, list });
    }
    return new Int32Array(this.#memory.buffer, scratch, count);
  }

  /** Room for so many products and as many addresses; the same block again and again, until it is too small. */
  #scratchFor(rows: number): number {
    const needed = Math.ceil((wholeGroups(rows) * 8) / this.stride);
    if (needed > this.#scratch.rows) {
      const { at, rows: held } = this.#scratch;
      if (held > 0) this.release(at, held);
      this.#scratch = { at: this.allocate(needed), rows: needed };
    }
    return this.#scratch.at;
  }

  /** Whole groups, since the kernel reads to the end of the last one. */
  #bytesOf(rows: number): number {
    return wholeGroups(rows) * this.stride;
  }

  #grow(bytes: number): void {
    const end = this.size;
    const pages = Math.ceil(bytes / pageBytes);
    this.#memory.grow(pages);
    this.#free = [...this.#free, { from: end, to: end + pages * pageBytes }].reduce(joinTouching, []);
  }
}

function wholeGroups(rows: number): number {
  return Math.ceil(rows / rowsAtOnce) * rowsAtOnce;
}

function joinTouching(blocks: Block[], next: Block): Block[] {
  const last = blocks.at(-1);
  if (last?.to !== next.from) return [...blocks, next];
  return [...blocks.slice(0, -1), { from: last.from, to: next.to }];
}
