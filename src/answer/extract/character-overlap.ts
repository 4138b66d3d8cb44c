const gramLength = 4;

/**
 * What each text shares with a question below the level of words, in [0, 1], in the order of the texts: the question's
 * runs of four characters that it holds, which other forms of a word have in common. A run counts the less, the more
 * of the texts hold it: ln(1 + N/(1 + n)).
 */
export function characterOverlap(question: string, texts: readonly string[]): number[] {
  const wanted = [...characterGrams(question)];
  const held = texts.map(characterGrams);
  const weights = wanted.map((gram) => {
    const holding = held.reduce((count, grams) => count + (grams.has(gram) ? 1 : 0), 0);
    return Math.log(1 + texts.length / (1 + holding));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return held.map((grams) => {
    let shared = 0;
    for (const [place, gram] of wanted.entries()) if (grams.has(gram)) shared += weights[place] ?? 0;
    return total === 0 ? 0 : shared / total;
  });
}

/** Runs of four characters within words, in lower case. */
function characterGrams(text: string): Set<string> {
  const grams = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    for (let position = 0; position + gramLength <= word.length; position += 1) {
      grams.add(word.slice(position, position + gramLength));
    }
  }
  return grams;
}
