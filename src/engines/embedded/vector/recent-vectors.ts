import type { Connection } from '../connection.ts';
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
