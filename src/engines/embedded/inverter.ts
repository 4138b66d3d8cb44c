import { grown } from './grown.ts';
import type { SegmentTerms } from './segment-terms.ts';
import type { TermDictionary } from './term-dictionary.ts';
import { type FieldPostings, maxTermFrequency, packPosting } from './text-segment.ts';

/** A dictionary with the postings of its terms in each field. */
export interface InvertedFields {
  readonly dictionary: TermDictionary;
  readonly fields: readonly FieldPostings[];
  /** By number of a term in {@link SegmentTerms}: where the dictionary has it. */
  readonly placeOfTerm: Uint32Array;
}

/** Turns the terms of chunks, field by field, into the chunks of each term. */
export class Inverter {
  readonly #terms: SegmentTerms;
  readonly #fields: readonly FieldInverter[];

  constructor(terms: SegmentTerms, fields: number, chunks: number) {
    this.#terms = terms;
    this.#fields = Array.from({ length: fields }, () => new FieldInverter(chunks));
  }

  /** Adds the terms of a field of the chunk at `place`. Places only grow. */
  add(field: number, place: number, found: Uint32Array): void {
    (this.#fields[field] as FieldInverter).addChunk(place, found, this.#terms);
  }

  finish(): InvertedFields {
    const { dictionary, placeOfTerm } = this.#terms.finish();
    const fields = this.#fields.map((field) => field.finish(placeOfTerm));
    return { dictionary, fields, placeOfTerm };
  }
}

/** Collects the postings of one field in reading order, then sorts them by term with a counting sort. */
class FieldInverter {
  readonly #lengths: Uint32Array;
  #terms = new Uint32Array(1024);
  #postings = new Uint32Array(1024);
  #count = 0;
  /** For each term the place of its newest posting, plus one. */
  #newest = new Uint32Array(1024);

  constructor(chunks: number) {
    this.#lengths = new Uint32Array(chunks);
  }

  addChunk(place: number, found: Uint32Array, { size, lengths }: SegmentTerms): void {
    if (size > this.#newest.length) this.#newest = grown(this.#newest, size);
    if (this.#count + found.length > this.#postings.length) {
      this.#postings = grown(this.#postings, this.#count + found.length);
      this.#terms = grown(this.#terms, this.#count + found.length);
    }
    const newest = this.#newest;
    const postings = this.#postings;
    const terms = this.#terms;
    let count = this.#count;
    let length = 0;
    for (let at = 0; at < found.length; at++) {
      const term = found[at] as number;
      length += lengths[term] as number;
      const before = (newest[term] as number) - 1;
      const posting = before < 0 ? 0 : (postings[before] as number);
      if (before >= 0 && (posting & 0xffff) === place) {
        postings[before] = packPosting(place, Math.min(maxTermFrequency, (posting >>> 16) + 1));
      } else {
        terms[count] = term;
        postings[count] = packPosting(place, 1);
        newest[term] = ++count;
      }
    }
    this.#count = count;
    this.#lengths[place] = length;
  }

  /** `placeOfTerm[t]` is where the dictionary has the term that was added under the number `t`. */
  finish(placeOfTerm: Uint32Array): FieldPostings {
    const starts = new Uint32Array(placeOfTerm.length + 1);
    for (let at = 0; at < this.#count; at++) {
      const next = (placeOfTerm[this.#terms[at] as number] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let term = 0; term < placeOfTerm.length; term++)
      starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
    const cursors = starts.slice();
    const postings = new Uint32Array(this.#count);
    for (let at = 0; at < this.#count; at++) {
      const place = placeOfTerm[this.#terms[at] as number] as number;
      const cursor = cursors[place] as number;
      postings[cursor] = this.#postings[at] as number;
      cursors[place] = cursor + 1;
    }
    return { starts, postings, lengths: this.#count === 0 ? new Uint32Array() : this.#lengths };
  }
}
