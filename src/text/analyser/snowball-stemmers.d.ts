declare module 'snowball-stemmers' {
  interface Stemmer {
    /** Takes a lower-case word. */
    stem(word: string): string;
  }
  const snowball: {
    newStemmer(algorithm: string): Stemmer;
    algorithms(): string[];
  };
  export default snowball;
}
