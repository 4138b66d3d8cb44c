import type { Connection } from '../connection.ts';
import { assembleModule, vectorBytes } from './assemble-webassembly.ts';
import { int32Bytes, laneCount, multiplyList, multiplyMatrix, rowsAtOnce } from './int8-kernel.ts';
import {
  countDifferences,
  distanceBytes,
  int16Bytes,
  listNear,
  packSigns,
  planesOf,
  signStrideOf,
  weighDifferences,
} from './sign-kernel.ts';
import { fetchVectors } from './vector-rows.ts';
import type { UseVector } from './vector-search.ts';

/** Enough for twenty thousand vectors of 384 dimensions, of which each question reads a hundred. */
const memoryBytes = 33_554_432;

/** So many vectors are read at once: where one question reads thousands, they pass through the same memory. */
const readAtOnce = 256;

/**
 * Vectors in full precision that were read lately, so that a question need not read them from the file again. Each has
 * one place, by its number, that it takes from whichever was there. A number is never given to another vector, so what
 * is held stays true. Memory that nothing was read into costs nothing: places stand in the order they were first taken.
 */
export class RecentVectors {
  readonly #dimension: number;
  readonly #values: Float32Array;
  /** For each place the number of the vector there, 0 for none. */
  readonly #held: Float64Array;
  /** For each place that was taken where its values stand, in vectors. */
  readonly #slots: Uint32Array;
  #taken = 0;

  constructor(dimension: number, bytes = memoryBytes) {
    const places = Math.ceil(bytes / (dimension * Float32Array.BYTES_PER_ELEMENT));
    this.#dimension = dimension;
    this.#values = new Float32Array(places * dimension);
    this.#held = new Float64Array(places);
    this.#slots = new Uint32Array(places);
  }

  /** Calls back with each of these vectors that there is, those that are not held from the file. */
  fetch(reader: Connection, vectors: readonly number[], use: UseVector): void {
    const places = this.#held.length;
    const missing: number[] = [];
    for (const vector of vectors) {
      const place = vector % places;
      if (this.#held[place] === vector) use(vector, this.#values, this.#startOf(place));
      else missing.push(vector);
    }
    for (let from = 0; from < missing.length; from += readAtOnce) {
      fetchVectors(reader, missing.slice(from, from + readAtOnce), this.#dimension, (vector, values, at) => {
        const place = vector % places;
        if (this.#held[place] === 0) this.#slots[place] = this.#taken++;
        this.#held[place] = vector;
        this.#values.set(values.subarray(at, at + this.#dimension), this.#startOf(place));
        use(vector, values, at);
      });
    }
  }

  #startOf(place: number): number {
    return (this.#slots[place] as number) * this.#dimension;
  }
}

/** The memories that hold the vectors of one index: WebAssembly's addresses end, and then another memory begins. */
export class VectorMemories {
  readonly #dimension: number;
  readonly #maxBytes: number;
  readonly #memories: VectorMemory[] = [];

  /** Each memory grows to `maxBytes` at most. */
  constructor(dimension: number, maxBytes = maxMemoryBytes) {
    this.#dimension = dimension;
    this.#maxBytes = maxBytes;
  }

  /** A memory with room for so many rows. Those that were filled first are filled up again first. */
  withRoomFor(rows: number): VectorMemory {
    const known = this.#memories.find((memory) => memory.hasRoomFor(rows));
    if (known !== undefined) return known;
    const memory = new VectorMemory(this.#dimension, this.#maxBytes);
    this.#memories.push(memory);
    return memory;
  }

  /** Makes room in one step where as many rows are to come, segment after segment. */
  reserve(rows: number): void {
    // An index without vectors needs no memory, and no kernels.
    if (rows > 0) this.withRoomFor(rows).reserve(rows);
  }
}

/** Bytes `[from, to)` of a memory. */
interface Block {
  readonly from: number;
  readonly to: number;
}

/** Which blocks of a memory are free. */
class MemoryBlocks {
  /** In order, never touching each other. */
  #free: readonly Block[];

  /** All of so many bytes are free. */
  constructor(bytes: number) {
    this.#free = [{ from: 0, to: bytes }];
  }

  /** Takes the first block with room for so many bytes; undefined where there is none. */
  take(bytes: number): number | undefined {
    const size = blockSize(bytes);
    const block = this.#free.find(({ from, to }) => to - from >= size);
    if (block === undefined) return undefined;
    const { from, to } = block;
    const rest = to - from > size ? [{ from: from + size, to }] : [];
    this.#free = this.#free.flatMap((one) => (one === block ? rest : [one]));
    return from;
  }

  /** Takes back what {@link take} gave out for so many bytes, or what the memory has grown by. */
  giveBack(from: number, bytes: number): void {
    const to = from + blockSize(bytes);
    const before = this.#free.filter((block) => block.to <= from);
    const after = this.#free.filter((block) => block.from >= to);
    this.#free = [...before, { from, to }, ...after].reduce(joinTouching, []);
  }

  /** Whether there is room for so many bytes before `end`. */
  hasRoom(bytes: number, end: number): boolean {
    return this.#free.some(({ from, to }) => to - from >= bytes && from + bytes <= end);
  }

  /** Where the last block begins, if it reaches up to `end`; else `end` itself. */
  startOfLast(end: number): number {
    const last = this.#free.at(-1);
    return last?.to === end ? last.from : end;
  }
}

/** Blocks start where vectors may. */
function blockSize(bytes: number): number {
  return Math.ceil(bytes / vectorBytes) * vectorBytes;
}

function joinTouching(blocks: readonly Block[], next: Block): readonly Block[] {
  const last = blocks.at(-1);
  if (last?.to !== next.from) return [...blocks, next];
  return [...blocks.slice(0, -1), { from: last.from, to: next.to }];
}

const pageBytes = 65_536;

/**
 * Where a memory ends: with 32-bit addresses after some nine million vectors of 384 dimensions. A page short of
 * WebAssembly's own limit, since the address behind its last byte is none that a kernel could stop at.
 */
const maxMemoryBytes = 65_535 * pageBytes;

/** Share of a memory that rows leave free: what compares the signs of all of them needs room too. */
const workingShare = 1 / 16;

/** Where the signs of so many rows are. */
export interface SignMatrix {
  readonly signs: number;
  readonly rows: number;
}

type Kernel = (first: number, second: number, third: number, fourth: number, fifth: number) => void;

/** The kernels, compiled when they are first needed. */
let compiled: WebAssembly.Module | undefined;

function kernelModule(): WebAssembly.Module {
  const kernels = [multiplyMatrix, multiplyList, packSigns, countDifferences, weighDifferences, listNear];
  return (compiled ??= new WebAssembly.Module(assembleModule(kernels)));
}

/**
 * The memory that the kernels scan: quantised rows of the segments of an index and their signs, in blocks that are
 * given out and taken back. It grows as needed and never shrinks, so blocks are used again.
 */
export class VectorMemory {
  /** Bytes of a row: the dimension, padded with zeros. */
  readonly stride: number;
  /** Bytes of a row's signs: a bit for each number, padded to whole vector instructions. */
  readonly signStride: number;
  readonly #memory: WebAssembly.Memory;
  readonly #maxBytes: number;
  readonly #kernels: Readonly<Record<string, Kernel>>;
  readonly #question: number;
  /** Used again and again until it is too small. */
  #scratch: Block = { from: 0, to: 0 };
  /** Where in it there is room for a list of the rows of the largest matrix whose differences were counted. */
  #list = 0;
  readonly #blocks: MemoryBlocks;

  /** It grows to `maxBytes` at most, whole pages. */
  constructor(dimension: number, maxBytes = maxMemoryBytes) {
    this.stride = Math.ceil(dimension / laneCount) * laneCount;
    this.signStride = signStrideOf(dimension);
    this.#maxBytes = maxBytes;
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum: maxBytes / pageBytes });
    const { exports } = new WebAssembly.Instance(kernelModule(), { host: { memory: this.#memory } });
    this.#kernels = exports as Readonly<Record<string, Kernel>>;
    this.#blocks = new MemoryBlocks(pageBytes);
    this.#question = this.allocate(this.stride);
  }

  /** Bytes taken from the system. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Whether so many rows and their signs find room. */
  hasRoomFor(rows: number): boolean {
    const size = this.rowBytes(rows);
    const end = this.#maxBytes * (1 - workingShare);
    return this.#blocks.startOfLast(this.size) + size <= end || this.#blocks.hasRoom(size, end);
  }

  /**
   * Grows at once for so many rows and work with them, as far as it can: each time it grows the collector takes all of
   * it for new, and runs the sooner.
   */
  reserve(rows: number): void {
    const wanted = Math.ceil(this.rowBytes(rows) * (1 + workingShare));
    const bytes = Math.min(wanted, this.#maxBytes - this.size);
    if (bytes > 0) this.release(this.allocate(bytes), bytes);
  }

  /** Bytes that so many rows and behind them their signs take. */
  rowBytes(rows: number): number {
    return this.matrixBytes(rows) + this.signBytes(rows);
  }

  /** Bytes that so many rows take: whole groups, since the kernels read to the end of the last one. */
  matrixBytes(rows: number): number {
    return wholeGroups(rows) * this.stride;
  }

  /** Bytes that the signs of so many rows take. */
  signBytes(rows: number): number {
    return wholeGroups(rows) * this.signStride;
  }

  /** Room for so many bytes, zeroed or not. Errors: `RangeError` where the memory ends. */
  allocate(bytes: number): number {
    return this.#blocks.take(bytes) ?? this.#allocateBehind(bytes);
  }

  /** Takes back what `allocate` gave out for so many bytes. */
  release(from: number, bytes: number): void {
    this.#blocks.giveBack(from, bytes);
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
    const { stride } = this;
    const count = typeof rows === 'number' ? rows : rows.length;
    const listBytes = wholeGroups(count) * int32Bytes;
    const products = this.#scratchOf(2 * listBytes);
    const question = this.#setQuestion(numbers);
    if (typeof rows === 'number') {
      this.#run(multiplyMatrix.name, matrix, matrix + rows * stride, stride, question, products);
    } else {
      const list = products + listBytes;
      const addresses = new Uint32Array(this.#memory.buffer, list, wholeGroups(count));
      for (let at = 0; at < count; at++) addresses[at] = matrix + (rows[at] as number) * stride;
      addresses.fill(matrix, count);
      this.#run(multiplyList.name, list, list + count * int32Bytes, stride, question, products);
    }
    return new Int32Array(this.#memory.buffer, products, count);
  }

  /** Writes the signs of rows to a block of {@link signBytes}. */
  packSigns(matrix: number, rows: number, signs: number): void {
    const { stride, signStride } = this;
    this.bytes(signs, this.signBytes(rows)).fill(0);
    this.#run(packSigns.name, matrix, matrix + rows * stride, stride, signs, signStride);
  }

  /**
   * For each row of several matrices in how many signs it differs from a vector of at most `stride` numbers.
   * Views, good until the next call of this object but {@link rowsWithin}.
   */
  countDifferences(matrices: readonly SignMatrix[], numbers: Int8Array): readonly Uint16Array[] {
    return this.#compareSigns(countDifferences.name, matrices, numbers, []);
  }

  /**
   * As {@link countDifferences}, but each sign that differs counts its weight, at most `maxWeight`. The weights of all
   * must add up to less than 65 536.
   */
  weighDifferences(
    matrices: readonly SignMatrix[],
    numbers: Int8Array,
    weights: Uint8Array,
  ): readonly Uint16Array[] {
    return this.#compareSigns(weighDifferences.name, matrices, numbers, planesOf(weights));
  }

  #compareSigns(
    kernel: string,
    matrices: readonly SignMatrix[],
    numbers: Int8Array,
    planes: readonly Uint8Array[],
  ): readonly Uint16Array[] {
    const { signStride } = this;
    const sizes = matrices.map(({ rows }) => distanceBytes(rows));
    const listBytes = int32Bytes * (1 + Math.max(0, ...sizes) / int16Bytes);
    const questionBytes = signStride * (1 + planes.length);
    const question = this.#scratchOf(questionBytes + sizes.reduce((sum, size) => sum + size, listBytes));
    this.bytes(question, questionBytes).fill(0);
    const row = this.#setQuestion(numbers);
    this.#run(packSigns.name, row, row + this.stride, this.stride, question, signStride);
    for (const [index, plane] of planes.entries())
      this.bytes(question + signStride * (1 + index), plane.length).set(plane);
    let distances = question + questionBytes;
    const counted = matrices.map(({ signs, rows }, index) => {
      this.#run(kernel, signs, signs + rows * signStride, signStride, question, distances);
      const view = new Uint16Array(this.#memory.buffer, distances, rows);
      distances += sizes[index] as number;
      return view;
    });
    this.#list = distances;
    return counted;
  }

  /** The rows, ascending, that one of the last differences counted is at most `farthest` for. */
  rowsWithin(differences: Uint16Array, farthest: number): Uint32Array<ArrayBuffer> {
    const { byteOffset, length } = differences;
    const end = byteOffset + distanceBytes(length);
    this.#run(listNear.name, byteOffset, end, farthest, this.#list, 0);
    const bytes = new Uint32Array(this.#memory.buffer, this.#list, 1)[0] as number;
    const rows = new Uint32Array(this.#memory.buffer, this.#list, bytes / int32Bytes);
    let count = rows.length;
    // What pads the last group is no row.
    while (count > 1 && (rows[count - 1] as number) >= length) count--;
    return rows.slice(1, count);
  }

  #run(name: string, ...parameters: Parameters<Kernel>): void {
    (this.#kernels[name] as Kernel)(...parameters);
  }

  #setQuestion(numbers: Int8Array): number {
    const question = this.bytes(this.#question, this.stride);
    question.fill(0);
    question.set(numbers);
    return this.#question;
  }

  /** Where so many bytes may be written that nothing keeps. */
  #scratchOf(bytes: number): number {
    const { from, to } = this.#scratch;
    if (to - from < bytes) {
      if (to > from) this.release(from, to - from);
      const start = this.allocate(bytes);
      this.#scratch = { from: start, to: start + blockSize(bytes) };
    }
    return this.#scratch.from;
  }

  /** Doubles where it can: growing takes long, and memory that is never written to costs nothing. */
  #allocateBehind(bytes: number): number {
    const end = this.size;
    const doubled = Math.min(end, this.#maxBytes - end) / pageBytes;
    const missing = blockSize(bytes) - (end - this.#blocks.startOfLast(end));
    const pages = Math.max(Math.ceil(missing / pageBytes), doubled);
    this.#memory.grow(pages);
    this.#blocks.giveBack(end, pages * pageBytes);
    return this.#blocks.take(bytes) as number;
  }
}

function wholeGroups(rows: number): number {
  return Math.ceil(rows / rowsAtOnce) * rowsAtOnce;
}
