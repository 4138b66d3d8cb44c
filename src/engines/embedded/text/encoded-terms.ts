import type { Term, Vocabulary } from '../../../contracts/analyser.ts';
import { grown } from '../grown.ts';
import { type StringTable, StringTableWriter } from './string-table.ts';
import { termHash } from './term-hash.ts';

/** Kept as long as their vocabulary, so that each of its terms is encoded once and not for every segment. */
const known = new WeakMap<Vocabulary, EncodedTerms>();

/** The terms of a vocabulary as segments store them, by their numbers. */
export class EncodedTerms {
  readonly #vocabulary: Vocabulary;
  readonly #texts = new StringTableWriter();
  #hashes = new Uint32Array(1024);
  #lengths = new Uint8Array(1024);
  #count = 0;

  static of(vocabulary: Vocabulary): EncodedTerms {
    const encoded = known.get(vocabulary) ?? new EncodedTerms(vocabulary);
    known.set(vocabulary, encoded);
    encoded.#follow();
    return encoded;
  }

  private constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The order of terms in a dictionary, before that of their bytes. */
  hashesOf(terms: Uint32Array): Uint32Array {
    const hashes = new Uint32Array(terms.length);
    for (let index = 0; index < terms.length; index++)
      hashes[index] = this.#hashes[terms[index] as number] as number;
    return hashes;
  }

  /** What an occurrence adds to the length of a text: 0 for a pure number. */
  lengthOf(term: number): number {
    if (term >= this.#count) this.#follow();
    return this.#lengths[term] as number;
  }

  /** The terms so far; good until the vocabulary grows. */
  texts(): StringTable {
    return this.#texts.view();
  }

  #follow(): void {
    const { terms } = this.#vocabulary;
    if (terms.length > this.#hashes.length) {
      this.#hashes = grown(this.#hashes, terms.length);
      this.#lengths = grown(this.#lengths, terms.length);
    }
    for (; this.#count < terms.length; this.#count++) {
      const { text, isNumber } = terms[this.#count] as Term;
      this.#hashes[this.#count] = termHash(text);
      this.#lengths[this.#count] = isNumber ? 0 : 1;
      this.#texts.addText(text);
    }
  }
}
