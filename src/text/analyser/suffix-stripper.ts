/**
 * Takes the longest of some suffixes off a word, as long as `minStem` UTF-16 code units of it stay. Returns the
 * word itself where none fits.
 */
export function suffixStripper(suffixes: readonly string[], minStem: number): (word: string) => string {
  const known = new Set(suffixes);
  const longest = Math.max(...suffixes.map((suffix) => suffix.length));
  return (word) => {
    for (let stem = Math.max(minStem, word.length - longest); stem < word.length; stem++) {
      if (known.has(word.slice(stem))) return word.slice(0, stem);
    }
    return word;
  };
}
