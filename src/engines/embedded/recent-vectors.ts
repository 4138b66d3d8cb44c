import type { Connection } from './connection.ts';
import { fetchVectors } from './vector-rows.ts';
import type { UseVector } from './vector-search.ts';

/** Enough for twenty thousand vectors of 384 dimensions, of which each question reads a hundred. */
const memoryBytes = 33_554_432;

/**
 * Vectors in full precision that were read lately, so that a question need not read them from the file again. Each has
 * one place, by its number, that it takes from whichever was there. A number is never given to another vector, so what
 * is held stays true. Memory that nothing was read into costs nothing.
 */
export class RecentVectors {
  readonly #dimension: number;
  readonly #values: Float32Array;
  /** For each place the number of the vector there, 0 for none. */
  readonly #held: Float64Array;

  constructor(dimension: number, bytes = memoryBytes) {
    const places = Math.ceil(bytes / (dimension * Float32Array.BYTES_PER_ELEMENT));
    this.#dimension = dimension;
    this.#values = new Float32Array(places * dimension);
    this.#held = new Float64Array(places);
  }

  /** Calls back with each of these vectors that there is, those that are not held from the file. */
  fetch(reader: Connection, vectors: readonly number[], use: UseVector): void {
    const places = this.#held.length;
    const missing: number[] = [];
    for (const vector of vectors) {
      const place = vector % places;
      if (this.#held[place] === vector) use(vector, this.#values, place * this.#dimension);
      else missing.push(vector);
    }
    // No more at once than there is room for: a row of the file's answer has its limit too.
    for (let from = 0; from < missing.length; from += places) {
      fetchVectors(reader, missing.slice(from, from + places), this.#dimension, (vector, values, at) => {
        const place = vector % places;
        this.#values.set(values.subarray(at, at + this.#dimension), place * this.#dimension);
        this.#held[place] = vector;
        use(vector, values, at);
      });
    }
  }
}
