/** Vectors of single words, by which words that mean nearly the same are known without running a model. */
export interface WordVectors {
  /** BCP 47 primary subtag of the words' language. */
  readonly language: string;
  /** The vector of a word in small letters, of unit length; undefined where it has none. */
  vectorOf(word: string): Float32Array | undefined;
}
