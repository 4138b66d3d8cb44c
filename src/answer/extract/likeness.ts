import type { WordVectors } from '../../contracts/embedder.ts';
import { isFunctionWord } from '../../text/function-words.ts';

/** How near the words of a text are in meaning to those of a question. */
export interface WordLikeness {
  /** The mean over the question's words of the cosine of the nearest word, in [0, 1]. */
  readonly alignment: number;
  /** The least of these cosines, in [0, 1]: whether anything of the question is wholly missing. */
  readonly leastAligned: number;
  /** Cosine of the two sums of vectors, in [-1, 1]. */
  readonly sameSubject: number;
}

/** Cosine, least, of two forms of a word: "Saturdays" is nearer to "Saturday" than "Sundays" is. */
const otherForm = 0.95;

const noLikeness: WordLikeness = { alignment: 0, leastAligned: 0, sameSubject: 0 };

/**
 * Tells how near texts are to a question by the vectors of their words, those that state nothing left out, in the order
 * of the texts: "Which king ruled?" and "The monarch reigned" share none of their words. A word of the question counts
 * the less, the more of the texts have it: what all of them are about tells none from the others. Nothing is near
 * where the question's language is not that of the vectors.
 */
export function wordLikeness(
  question: string,
  language: string,
  texts: readonly string[],
  vectors: WordVectors | undefined,
  stemOf: (word: string) => string,
): readonly WordLikeness[] {
  const asked = vectors?.language === language ? [...wordsOf(question, language)] : [];
  if (!vectors || asked.length === 0) return texts.map(() => noLikeness);
  const said = texts.map((text) => wordsOf(text, language));
  const weights = asked.map((word) => rarity(said.filter((words) => words.has(word)).length, texts.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const askedVectors = asked.map((word) => vectors.vectorOf(word));
  const askedStems = asked.map(stemOf);
  const subject = sumOf(asked, vectors);
  const cosines = new Map<string, readonly number[]>();
  const cosinesOf = (word: string) => {
    const known = cosines.get(word);
    if (known) return known;
    const vector = vectors.vectorOf(word);
    const stem = stemOf(word);
    const found = asked.map((one, place) => {
      if (one === word) return 1;
      const cosine = product(askedVectors[place], vector);
      return askedStems[place] === stem ? Math.max(cosine, otherForm) : cosine;
    });
    cosines.set(word, found);
    return found;
  };
  return said.map((words) => {
    const nearest = asked.map(() => 0);
    for (const word of words)
      for (const [place, cosine] of cosinesOf(word).entries())
        if (cosine > (nearest[place] ?? 0)) nearest[place] = cosine;
    const aligned = nearest.reduce((sum, cosine, place) => sum + cosine * (weights[place] ?? 0), 0);
    const told = sumOf(words, vectors);
    const lengths = Math.sqrt(product(told, told) * product(subject, subject));
    return {
      alignment: aligned / total,
      leastAligned: Math.min(...nearest),
      sameSubject: lengths === 0 ? 0 : product(subject, told) / lengths,
    };
  });
}

/** The words of a text that state something, each once. */
function wordsOf(text: string, language: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !isFunctionWord(word, language)));
}

/** The sum of the vectors of words. */
function sumOf(words: Iterable<string>, vectors: WordVectors): Float32Array {
  let sum = new Float32Array();
  for (const word of words) {
    const vector = vectors.vectorOf(word);
    if (!vector) continue;
    if (sum.length === 0) sum = new Float32Array(vector.length);
    for (let place = 0; place < vector.length; place += 1)
      sum[place] = (sum[place] ?? 0) + (vector[place] ?? 0);
  }
  return sum;
}

/** The inner product of two vectors; 0 where one of them is none. */
function product(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other || one.length !== other.length) return 0;
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}

/** What tells of `count` texts where `holding` of them have it. */
function rarity(holding: number, count: number): number {
  return Math.log(1 + count / (1 + holding));
}

const gramLength = 4;

/**
 * What each text shares with a question below the level of words, in [0, 1], in the order of the texts: the question's
 * runs of four characters that it holds, which other forms of a word have in common. A run counts the less, the more
 * of the texts hold it.
 */
export function characterOverlap(question: string, texts: readonly string[]): readonly number[] {
  const wanted = [...characterGrams(question)];
  const held = texts.map(characterGrams);
  const weights = wanted.map((gram) => rarity(held.filter((grams) => grams.has(gram)).length, texts.length));
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
