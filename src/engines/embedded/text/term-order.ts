import { grown } from '../place-arrays.ts';
import type { Section, SectionReader } from '../segments/sections.ts';
import { LazyNumbers } from '../segments/segment-body.ts';

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

/** Between the fields of a chunk: no term has this number. */
export const fieldBorder = 0;

/** What one chunk's terms were decoded into last; grows to the longest chunk. */
let decoded = new Uint32Array(4096);

/**
 * The terms of each chunk in reading order, field after field, as bytes: numbers of seven bits a byte (LEB128), the
 * most frequent terms first, so that a term takes one or two bytes.
 */
export class TermOrder {
  readonly #numbers: LazyNumbers<Uint32Array>;
  readonly #starts: LazyNumbers<Uint32Array>;
  readonly #bytes: LazyNumbers<Uint8Array>;

  constructor(
    numbers: LazyNumbers<Uint32Array>,
    starts: LazyNumbers<Uint32Array>,
    bytes: LazyNumbers<Uint8Array>,
  ) {
    this.#numbers = numbers;
    this.#starts = starts;
    this.#bytes = bytes;
  }

  static read(reader: SectionReader): TermOrder {
    return new TermOrder(reader.lazyUint32(), reader.lazyUint32(), reader.lazyUint8());
  }

  sections(): readonly Section[] {
    return [this.numbers, this.#starts.all(), this.#bytes.all()];
  }

  /** By place in the dictionary: the term's number here, from 1 on. Errors: `LostSegment`. */
  get numbers(): Uint32Array {
    return this.#numbers.all();
  }

  /** The number of one term, by its place in the dictionary. Errors: `LostSegment`. */
  numberOf(term: number): number {
    return this.#numbers.with(term, term + 1)[term] as number;
  }

  /** Reads what there is of a chunk where it has not been. Errors: `LostSegment`. */
  read(chunk: number): void {
    this.#bytesOf(chunk);
  }

  /** The numbers of a chunk's terms, its fields parted by {@link fieldBorder}. Good until the next call. */
  numbersAt(chunk: number): Uint32Array {
    const { bytes, start, end } = this.#bytesOf(chunk);
    let at = start;
    if (end - at > decoded.length) decoded = new Uint32Array(2 * (end - at));
    let count = 0;
    while (at < end) {
      let byte = bytes[at++] as number;
      let number = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++] as number;
        number |= (byte & 0x7f) << shift;
      }
      decoded[count++] = number;
    }
    return decoded.subarray(0, count);
  }

  /**
   * Where a chunk's first field has terms that are looked for: those whose slot, by number, is not 0. Adds to `found`.
   * The rest of the field is passed over without being kept.
   */
  findInFirstField(chunk: number, slots: Uint32Array, found: Occurrences): void {
    const { bytes, start, end } = this.#bytesOf(chunk);
    let position = 0;
    for (let at = start; at < end; position++) {
      let byte = bytes[at++] as number;
      let number = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++] as number;
        number |= (byte & 0x7f) << shift;
      }
      if (number === fieldBorder) return;
      const slot = slots[number] as number;
      if (slot === 0) continue;
      found.positions.push(position);
      found.slots.push(slot);
    }
  }

  /** A chunk's terms are `bytes[start..end)`. */
  #bytesOf(chunk: number): { readonly bytes: Uint8Array; readonly start: number; readonly end: number } {
    const starts = this.#starts.with(chunk, chunk + 2);
    const start = starts[chunk] as number;
    const end = starts[chunk + 1] as number;
    return { bytes: this.#bytes.with(start, end), start, end };
  }
}

/** Where some terms stand in a text. */
export interface Occurrences {
  /** Counted in terms from the start of the text, ascending. */
  readonly positions: number[];
  /** For each position the slot of the term there. */
  readonly slots: number[];
}

/** Numbers from 1 on for terms, the most frequent first, equally frequent ones in their order: a counting sort. */
export function numbersByFrequency(frequencies: Uint32Array): Uint32Array {
  const most = frequencies.reduce((most, frequency) => Math.max(most, frequency), 0);
  /** By frequency: the number that the next term as frequent gets. */
  const next = new Uint32Array(most + 2);
  for (let term = 0; term < frequencies.length; term++) {
    const frequency = frequencies[term] as number;
    next[frequency] = (next[frequency] as number) + 1;
  }
  for (let frequency = most, number = 1; frequency >= 0; frequency--) {
    const terms = next[frequency] as number;
    next[frequency] = number;
    number += terms;
  }
  return frequencies.map((frequency) => {
    const number = next[frequency] as number;
    next[frequency] = number + 1;
    return number;
  });
}
