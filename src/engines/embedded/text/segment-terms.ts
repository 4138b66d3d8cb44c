import type { Vocabulary } from '../../../contracts/analyser.ts';
import { grown } from '../grown.ts';
import { EncodedTerms } from './encoded-terms.ts';
import { buildDictionary, type TermDictionary } from './term-dictionary.ts';

/** The terms of one segment, numbered from 0 on in the order they are met. */
export class SegmentTerms {
  readonly #vocabulary: Vocabulary;
  readonly #encoded: EncodedTerms;
  /** By number in the vocabulary: the number in the segment plus one, 0 before the term is met. */
  #numbers = new Uint32Array(1024);
  /** By number in the segment: the number in the vocabulary, and what an occurrence adds to the length of a text. */
  #terms = new Uint32Array(1024);
  #lengths = new Uint8Array(1024);
  #count = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#encoded = EncodedTerms.of(vocabulary);
  }

  /** By number: 0 for a pure number, else 1. Good until the next {@link renumber}. */
  get lengths(): Uint8Array {
    return this.#lengths;
  }

  /** Writes for each of the vocabulary's numbers that of the segment to `target`, from `from` on. */
  renumber(found: Uint32Array, target: Uint32Array, from: number): void {
    if (found.length === 0) return;
    const known = this.#vocabulary.terms.length;
    if (known > this.#numbers.length) this.#numbers = grown(this.#numbers, known);
    const numbers = this.#numbers;
    for (let at = 0; at < found.length; at++) {
      const term = found[at] as number;
      target[from + at] = (numbers[term] || this.#add(term)) - 1;
    }
  }

  /** The dictionary of the terms, and by number where it has each. */
  finish(): { dictionary: TermDictionary; placeOfTerm: Uint32Array } {
    return buildDictionary(this.#terms.subarray(0, this.#count), this.#encoded);
  }

  #add(term: number): number {
    const number = this.#count++;
    if (number >= this.#terms.length) {
      this.#terms = grown(this.#terms, number);
      this.#lengths = grown(this.#lengths, number);
    }
    this.#terms[number] = term;
    this.#lengths[number] = this.#encoded.lengthOf(term);
    this.#numbers[term] = number + 1;
    return number + 1;
  }
}
