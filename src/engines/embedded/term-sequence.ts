import { grown } from './grown.ts';
import type { InvertedFields } from './inverter.ts';
import { fieldBorder, numbersByFrequency, type TermOrder, TermOrderWriter } from './term-order.ts';
import type { FieldPostings } from './text-segment.ts';

/** Stands between two fields in a sequence. */
const border = 0xffff_ffff;

/** Keeps the terms of chunks in reading order, as numbers of the segment, until all are known. */
export class TermSequence {
  readonly #ends: Uint32Array;
  #numbers = new Uint32Array(4096);
  #count = 0;
  #chunks = 0;

  constructor(chunks: number) {
    this.#ends = new Uint32Array(chunks);
  }

  /** Adds the terms of the next field of the chunk. */
  addField(found: Uint32Array): void {
    const end = this.#count + found.length + 1;
    if (end > this.#numbers.length) this.#numbers = grown(this.#numbers, end);
    this.#numbers.set(found, this.#count);
    this.#numbers[end - 1] = border;
    this.#count = end;
  }

  endChunk(): void {
    this.#ends[this.#chunks++] = this.#count;
  }

  finish({ dictionary, fields, placeOfTerm }: InvertedFields): TermOrder {
    const numbers = numbersByFrequency(frequenciesOf(fields, dictionary.size));
    const numberOf = placeOfTerm.map((place) => numbers[place] as number);
    const writer = new TermOrderWriter(this.#chunks);
    for (let chunk = 0, at = 0; chunk < this.#chunks; chunk++) {
      for (; at < (this.#ends[chunk] as number); at++) {
        const term = this.#numbers[at] as number;
        writer.add(term === border ? fieldBorder : (numberOf[term] as number));
      }
      writer.endChunk();
    }
    return writer.finish(numbers);
  }
}

/** For each term of a dictionary how many postings it has in all fields together. */
export function frequenciesOf(fields: readonly FieldPostings[], terms: number): Uint32Array {
  const frequencies = new Uint32Array(terms);
  for (const { starts } of fields) {
    for (let term = 0; term < terms; term++) {
      const postings = (starts[term + 1] as number) - (starts[term] as number);
      frequencies[term] = (frequencies[term] as number) + postings;
    }
  }
  return frequencies;
}
