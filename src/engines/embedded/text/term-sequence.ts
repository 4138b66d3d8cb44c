import { grown } from '../grown.ts';
import type { SegmentTerms } from './segment-terms.ts';

/** Room for so many terms of each chunk, once there is any. */
const likelyTerms = 128;

/** The terms of chunks in reading order, field after field, as numbers of {@link SegmentTerms}. */
export class TermSequence {
  readonly terms: SegmentTerms;
  readonly fields: number;
  readonly chunks: number;
  /** By chunk, and within it by field: where the field's terms begin. One more: where those of the last field end. */
  readonly starts: Uint32Array;
  #numbers = new Uint32Array();
  #added = 0;

  constructor(terms: SegmentTerms, fields: number, chunks: number) {
    this.terms = terms;
    this.fields = fields;
    this.chunks = chunks;
    this.starts = new Uint32Array(fields * chunks + 1);
  }

  /** The terms of all fields, one after another. Good until more are added. */
  get numbers(): Uint32Array {
    return this.#numbers;
  }

  /** Adds the next field, with its terms as the vocabulary numbers them. */
  add(found: Uint32Array): void {
    const start = this.#extend(found.length);
    this.terms.renumber(found, this.#numbers, start);
  }

  /** Adds the next field, with the terms that it has in the chunk before. */
  repeat(): void {
    const before = this.#added - this.fields;
    const from = this.starts[before] as number;
    const to = this.starts[before + 1] as number;
    const start = this.#extend(to - from);
    this.#numbers.copyWithin(start, from, to);
  }

  #extend(terms: number): number {
    const start = this.starts[this.#added] as number;
    const end = start + terms;
    if (end > this.#numbers.length)
      this.#numbers = grown(this.#numbers, Math.max(end, likelyTerms * this.chunks));
    this.starts[++this.#added] = end;
    return start;
  }
}
