/*
 * The formulas of the keyword leg, the same for every engine: what a term adds to the score of a chunk, and what two
 * neighbouring terms of the question add where they stand near each other.
 */

/**
 * BM25's saturation of term frequency and its share of length normalisation: Lucene's defaults.
 * `idf = ln(1 + (N − df + .5) / (df + .5))`, `tf / (tf + k1 · (1 − b + b · length / average))`
 * (Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009). N counts all live chunks,
 * the average only those whose field is not empty.
 */
export const k1 = 1.2;
export const b = 0.75;

/** The length normalisation of one field: `base + slope × length`. */
export interface Normalisation {
  readonly base: number;
  readonly slope: number;
}

/** The normalisation of a field by the chunks in which it is not empty and their lengths added up. */
export function normalisation({
  chunks,
  length,
}: {
  readonly chunks: number;
  readonly length: number;
}): Normalisation {
  return { base: k1 * (1 - b), slope: chunks === 0 ? 0 : (k1 * b * chunks) / length };
}

/** The share of a term in saturation: what a frequency adds to the score of a chunk, over the term's weight. */
export function saturation(frequency: number, length: number, { base, slope }: Normalisation): number {
  return frequency / (frequency + base + slope * length);
}

export function inverseDocumentFrequency(chunks: number, frequency: number): number {
  return Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5));
}

/** The best chunks by BM25 whose pairs of terms are looked at. */
export const pairCandidates = 50;

/** Terms of a pair are near each other when fewer terms than this lie from one to the other. */
export const pairWindow = 8;

/** Weight and saturation of each of the two features of a pair. */
const featureWeight = 0.3;
const saturationPoint = 1.2;

/** Scripts whose terms are pieces of words: that these stand side by side says nothing. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether two neighbouring terms of a question are a pair. */
export function isPair(first: string | undefined, second: string | undefined): boolean {
  return first !== second && !unspacedScript.test(first ?? '') && !unspacedScript.test(second ?? '');
}

/** What a pair weighs by the inverse document frequencies of its terms in the content. */
export function pairWeight(firstIdf: number, secondIdf: number): number {
  return (featureWeight * (firstIdf + secondIdf)) / 2;
}

/**
 * What a pair adds to the score of a chunk whose content has it `ordered` times side by side and in order, and `near`
 * times within {@link pairWindow}: the sequential dependence model's ordered and unordered features (Metzler and Croft,
 * A Markov Random Field Model for Term Dependencies, SIGIR 2005), saturated as BM25 saturates.
 */
export function pairScore(weight: number, ordered: number, near: number): number {
  return weight * (ordered / (ordered + saturationPoint) + near / (near + saturationPoint));
}
