/**
 * Turns text into the terms that a keyword leg indexes and looks up: the same for documents and questions.
 * Pure, synchronous and deterministic; engines that analyse by themselves do not use it.
 */
export interface Analyser {
  /** Part of the index stamp: changes whenever the terms of any text could. */
  readonly id: string;
  /** Terms in reading order, repeated as often as they occur. `language` is a BCP 47 primary subtag. */
  terms(text: string, language: string): readonly Term[];
  /**
   * Overlapping pieces of the text's words, each long enough to tell: what words of an inflected language have in
   * common where their endings differ. Empty for languages in which they do not pay, and for scripts without
   * spaces, whose terms are pieces already. Optional; without it there are none.
   */
  grams?(text: string, language: string): readonly Term[];
  /**
   * The same terms as numbers, which makes analysing text in bulk much cheaper. Ask anew for each piece of work: an
   * analyser starts another vocabulary where one has grown large. Optional; without it everyone uses `terms`.
   */
  vocabulary?(): Vocabulary;
}

/** Terms with a number each, given out from 0 on as they are first met. A number keeps its meaning. */
export interface Vocabulary {
  /** The terms by number, each once. Grows with every new term. */
  readonly terms: readonly Term[];
  /** What {@link Analyser.terms} returns, as numbers. Good until the next call of either method. */
  numbers(text: string, language: string): Uint32Array;
  /** What {@link Analyser.grams} returns, as numbers of the same list, good for as long. Present where that is. */
  gramNumbers?(text: string, language: string): Uint32Array;
}

/** One term. Pure numbers are marked because they do not count towards a text's length; the text alone decides. */
export interface Term {
  readonly text: string;
  readonly isNumber: boolean;
}
