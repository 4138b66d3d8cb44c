import type { Analyser, Term, Vocabulary } from '../../../contracts/analyser.ts';

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
