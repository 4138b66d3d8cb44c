import { maxMemoryBytes, VectorMemory } from './vector-memory.ts';

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
