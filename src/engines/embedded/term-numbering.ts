import type { Analyser, Term, Vocabulary } from '../../contracts/analyser.ts';

/** The vocabulary of an analyser, or one made of its terms where it has none. */
export function vocabularyOf(analyser: Analyser): Vocabulary {
  return analyser.vocabulary?.() ?? new CollectedVocabulary(analyser);
}

class CollectedVocabulary implements Vocabulary {
  readonly terms: Term[] = [];
  readonly #analyser: Analyser;
  readonly #numberOf = new Map<string, number>();

  constructor(analyser: Analyser) {
    this.#analyser = analyser;
  }

  numbers(text: string, language: string): Uint32Array {
    return this.#collect(this.#analyser.terms(text, language));
  }

  gramNumbers(text: string, language: string): Uint32Array {
    return this.#collect(this.#analyser.grams?.(text, language) ?? []);
  }

  #collect(terms: readonly Term[]): Uint32Array {
    return Uint32Array.from(terms, (term) => {
      const number = this.#numberOf.get(term.text) ?? this.terms.push(term) - 1;
      this.#numberOf.set(term.text, number);
      return number;
    });
  }
}

/** The terms of one segment, numbered from 0 on in the order they are met. */
export class SegmentTerms {
  readonly texts: string[] = [];
  readonly #vocabulary: Vocabulary;
  /** By number in the vocabulary: the number in the segment plus one, 0 before the term is met. */
  #numbers = new Uint32Array(1024);
  /** By number in the segment: what an occurrence adds to the length of a text, 0 for a pure number. */
  #lengths = new Uint8Array(1024);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The segment's number of a term of the vocabulary. */
  numberOf(term: number): number {
    const known = this.#numbers[term];
    return known ? known - 1 : this.#add(term);
  }

  lengthOf(number: number): number {
    return this.#lengths[number] as number;
  }

  #add(term: number): number {
    if (term >= this.#numbers.length) this.#numbers = grown(this.#numbers, term);
    const { text, isNumber } = this.#vocabulary.terms[term] as Term;
    const number = this.texts.push(text) - 1;
    if (number >= this.#lengths.length) this.#lengths = grown(this.#lengths, number);
    this.#lengths[number] = isNumber ? 0 : 1;
    this.#numbers[term] = number + 1;
    return number;
  }
}

/** The array with room for `index`, and at least twice as long as it was. */
export function grown<T extends Uint8Array | Uint32Array>(array: T, index: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, index + 1));
  larger.set(array);
  return larger;
}
