import { grown } from '../grown.ts';
import { LazyNumbers } from '../segments/segment-body.ts';
import { TermOrder } from './term-order.ts';

/** Room for so many bytes of each chunk to begin with. */
const likelyBytes = 160;

/** Most bytes of a number below 2³². */
const maxNumberBytes = 5;

/** Writes a {@link TermOrder}, chunk after chunk. */
export class TermOrderWriter {
  readonly #starts: Uint32Array;
  #bytes: Uint8Array;
  #count = 0;
  #chunks = 0;

  constructor(chunks: number) {
    this.#starts = new Uint32Array(chunks + 1);
    this.#bytes = new Uint8Array(likelyBytes * chunks);
  }

  add(number: number): void {
    this.#makeRoom(1);
    this.#count = write(number, this.#bytes, this.#count);
  }

  /** Adds for each of `terms[from..to)` its number in `numberOf`. */
  addAll(terms: Uint32Array, from: number, to: number, numberOf: Uint32Array): void {
    this.#makeRoom(to - from);
    const bytes = this.#bytes;
    let count = this.#count;
    for (let at = from; at < to; at++) count = write(numberOf[terms[at] as number] as number, bytes, count);
    this.#count = count;
  }

  endChunk(): void {
    this.#starts[++this.#chunks] = this.#count;
  }

  /** `numbers` are those that were added, by place in the dictionary. */
  finish(numbers: Uint32Array): TermOrder {
    const bytes = this.#bytes.subarray(0, this.#count);
    return new TermOrder(new LazyNumbers(numbers), new LazyNumbers(this.#starts), new LazyNumbers(bytes));
  }

  #makeRoom(numbers: number): void {
    const size = this.#count + maxNumberBytes * numbers;
    if (size > this.#bytes.length) this.#bytes = grown(this.#bytes, size);
  }
}

/** Writes seven bits a byte, the lowest first, all bytes but the last with the high bit set; returns where it ends. */
function write(number: number, bytes: Uint8Array, at: number): number {
  let next = at;
  let rest = number;
  for (; rest > 0x7f; rest >>>= 7) bytes[next++] = rest | 0x80;
  bytes[next++] = rest;
  return next;
}
