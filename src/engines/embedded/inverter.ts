import type { Vocabulary } from '../../contracts/analyser.ts';
import { buildDictionary, type TermDictionary } from './term-dictionary.ts';
import { grown, SegmentTerms } from './term-numbering.ts';
import { type FieldPostings, maxTermFrequency, packPosting } from './text-segment.ts';

/** A dictionary with the postings of its terms in each field. */
export interface InvertedFields {
  readonly dictionary: TermDictionary;
  readonly fields: readonly FieldPostings[];
  /** Where the dictionary has a term of the vocabulary that was added. */
  readonly placeOf: (term: number) => number;
}

/** Turns the terms of chunks, field by field, into the chunks of each term. */
export class Inverter {
  readonly #terms: SegmentTerms;
  readonly #fields: readonly FieldInverter[];

  constructor(vocabulary: Vocabulary, fields: number, chunks: number) {
    this.#terms = new SegmentTerms(vocabulary);
    this.#fields = Array.from({ length: fields }, () => new FieldInverter(chunks));
  }

  /** Adds the terms of a field of the chunk at `place`, given as numbers of the vocabulary. Places only grow. */
  add(field: number, place: number, found: Uint32Array): void {
    (this.#fields[field] as FieldInverter).addChunk(place, found, this.#terms);
  }

  finish(): InvertedFields {
    const { dictionary, order } = buildDictionary(this.#terms.texts);
    const placeOfTerm = new Uint32Array(order.length);
    for (const [place, term] of order.entries()) placeOfTerm[term] = place;
    return {
      dictionary,
      fields: this.#fields.map((field) => field.finish(placeOfTerm)),
      placeOf: (term) => placeOfTerm[this.#terms.numberOf(term)] as number,
    };
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

  /** Adds the terms of the chunk at `place`, given as numbers of the vocabulary. Places only grow. */
  addChunk(place: number, found: Uint32Array, terms: SegmentTerms): void {
    let length = 0;
    for (let at = 0; at < found.length; at++) {
      const term = terms.numberOf(found[at] as number);
      length += terms.lengthOf(term);
      this.#add(term, place);
    }
    this.#lengths[place] = length;
  }

  #add(term: number, place: number): void {
    if (term >= this.#newest.length) this.#newest = grown(this.#newest, term);
    const at = (this.#newest[term] as number) - 1;
    const posting = at < 0 ? 0 : (this.#postings[at] as number);
    if (at >= 0 && (posting & 0xffff) === place) {
      const frequency = Math.min(maxTermFrequency, (posting >>> 16) + 1);
      this.#postings[at] = packPosting(place, frequency);
      return;
    }
    if (this.#count === this.#postings.length) {
      this.#postings = grown(this.#postings, this.#count);
      this.#terms = grown(this.#terms, this.#count);
    }
    this.#terms[this.#count] = term;
    this.#postings[this.#count] = packPosting(place, 1);
    this.#newest[term] = ++this.#count;
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
