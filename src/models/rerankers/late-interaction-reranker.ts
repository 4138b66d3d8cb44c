import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '../../contracts/embedder.ts';
import type { RerankCandidate, Reranker } from '../../contracts/reranker.ts';
import { settingInvalid, throwIfAborted } from '../../errors.ts';
import { requireFields, requireNumbers, requireObject } from '../../values/require-arguments.ts';

/** Token vectors of a text in 8 bits: a quarter of the memory, and no score differs by more than some thousandths. */
export interface TokenMatrix {
  readonly tokens: number;
  readonly dimension: number;
  /** Row-major, tokens × dimension. */
  readonly values: Int8Array;
  /** What each row's numbers are multiplied by. */
  readonly scales: Float32Array;
}

/** Bytes that a matrix takes in memory. */
export function matrixBytes({ values, scales }: TokenMatrix): number {
  return values.byteLength + scales.byteLength;
}

/** Rounds row-major token vectors to 8 bits, the largest number of each row to ±127. */
export function quantiseTokens(vectors: Float32Array, dimension: number): TokenMatrix {
  const tokens = vectors.length / dimension;
  const values = new Int8Array(vectors.length);
  const scales = new Float32Array(tokens);
  for (let token = 0; token < tokens; token++) {
    const start = token * dimension;
    let largest = 0;
    for (let at = start; at < start + dimension; at++) {
      largest = Math.max(largest, Math.abs(vectors[at] as number));
    }
    if (largest === 0) continue;
    scales[token] = largest / 127;
    for (let at = start; at < start + dimension; at++) {
      values[at] = Math.round(((vectors[at] as number) * 127) / largest);
    }
  }
  return { tokens, dimension, values, scales };
}

/** Rows of the question that are held against a row of the passage at once, so that it is read once for all. */
const rowsAtOnce = 4;

/**
 * For each token of a question the cosine of a passage's nearest token; 0 where the passage has none. Khattab and
 * Zaharia, "ColBERT", SIGIR 2020, equation 3, before the sum.
 */
export function nearestCosines(question: TokenMatrix, passage: TokenMatrix): Float32Array {
  const cosines = new Float32Array(question.tokens);
  if (passage.tokens === 0) return cosines;
  for (let row = 0; row < question.tokens; row += rowsAtOnce) {
    const nearest = nearestToFour(question, row, passage);
    for (let offset = 0; offset < rowsAtOnce && row + offset < question.tokens; offset++) {
      cosines[row + offset] = (nearest[offset] as number) * (question.scales[row + offset] as number);
    }
  }
  return cosines;
}

/** The largest product of each of four rows of the question; beyond its end the last row is repeated. */
function nearestToFour(
  question: TokenMatrix,
  row: number,
  { tokens, dimension, values, scales }: TokenMatrix,
): readonly [number, number, number, number] {
  const last = question.tokens - 1;
  const start = (offset: number): number => Math.min(row + offset, last) * dimension;
  const [start0, start1, start2, start3] = [start(0), start(1), start(2), start(3)];
  const rows = question.values;
  let best0 = Number.NEGATIVE_INFINITY;
  let best1 = best0;
  let best2 = best0;
  let best3 = best0;
  for (let token = 0; token < tokens; token++) {
    const at = token * dimension;
    let product0 = 0;
    let product1 = 0;
    let product2 = 0;
    let product3 = 0;
    for (let place = 0; place < dimension; place++) {
      const value = values[at + place] as number;
      product0 = (product0 + Math.imul(value, rows[start0 + place] as number)) | 0;
      product1 = (product1 + Math.imul(value, rows[start1 + place] as number)) | 0;
      product2 = (product2 + Math.imul(value, rows[start2 + place] as number)) | 0;
      product3 = (product3 + Math.imul(value, rows[start3 + place] as number)) | 0;
    }
    const scale = scales[token] as number;
    best0 = Math.max(best0, product0 * scale);
    best1 = Math.max(best1, product1 * scale);
    best2 = Math.max(best2, product2 * scale);
    best3 = Math.max(best3, product3 * scale);
  }
  return [best0, best1, best2, best3];
}

/** Token vectors of texts in memory, under the hash of each text. Those not used for longest make room. */
export class TokenCache {
  readonly #maxBytes: number;
  /** In the order of use, the last used at the end. */
  readonly #matrices = new Map<string, TokenMatrix>();
  #bytes = 0;

  /** `maxBytes` of vectors; 0 keeps none. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of vectors that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  find(text: string): TokenMatrix | undefined {
    const key = keyOf(text);
    const matrix = this.#matrices.get(key);
    if (matrix) {
      this.#matrices.delete(key);
      this.#matrices.set(key, matrix);
    }
    return matrix;
  }

  put(text: string, matrix: TokenMatrix): void {
    const key = keyOf(text);
    this.#remove(key);
    if (matrixBytes(matrix) > this.#maxBytes) return;
    this.#matrices.set(key, matrix);
    this.#bytes += matrixBytes(matrix);
    for (const oldest of this.#matrices.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const matrix = this.#matrices.get(key);
    if (!matrix) return;
    this.#matrices.delete(key);
    this.#bytes -= matrixBytes(matrix);
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('base64');
}

/** A near match counts, and many faint ones do not add up to it. */
const sharpness = 4;

/**
 * One score in [0, 1] for each candidate from the cosines of the question's tokens to their nearest in it: the mean of
 * their fourth powers, those below 0 as 0, weighed by how far a token is from being found everywhere. A token with a
 * near match in all candidates, as a full stop or a question word has, tells nothing of which is best: its weight is
 * (1 − its mean cosine over the candidates)². Scores are comparable within one call only. No tokens give 0.
 */
export function scoreMatches(cosines: readonly Float32Array[]): readonly number[] {
  const tokens = cosines[0]?.length ?? 0;
  const weights = Array.from({ length: tokens }, (_, token) => {
    const sum = cosines.reduce((total, candidate) => total + (candidate[token] as number), 0);
    return (1 - sum / cosines.length) ** 2;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return cosines.map((candidate) => {
    const sum = weights.reduce(
      (part, weight, token) => part + weight * Math.max(0, candidate[token] as number) ** sharpness,
      0,
    );
    return total > 0 ? sum / total : 0;
  });
}

/** Settings of {@link lateInteractionReranker}. */
export interface LateInteractionRerankerOptions {
  /** One with `embedTokens`. It stays open when the reranker is closed. */
  readonly embedder: Embedder;
  /** Default 50. */
  readonly maxCandidates?: number;
  /** Bytes of token vectors kept in memory: about 400 a token of the shipped model. Default 128 MiB. */
  readonly cacheMaxBytes?: number;
}

/** Measured with the shipped model: token vectors that were never trained for it refine an order, they make none. */
const weight = 0.35;

/** Tokens of a question that are compared; the rest of a longer one is not, since each costs as much as the first. */
const maxQuestionTokens = 128;

/**
 * Texts about nothing in particular, in which a question's common words are found and its own are not: with them the
 * weights of the tokens are much the same whatever the candidates are, also where there is only one.
 */
const background = [
  'There are many things that people have to do every day, and most of them are done at home or at work.',
  'What is the best way to do this? It is not known how, when or why it was made, or who was the first to use it.',
  'The number of years is given below. It can be more or less than that, and is often about the same as before.',
];

/**
 * The scale on which scores with the {@link background} tell relevance: a logistic curve with .5 at `middle`. Measured
 * with the shipped model by bench/quality/tutor-thresholds.ts: of 95 of 100 questions that their documents answer the
 * best passage has .5 at least.
 */
export const relevanceScale = { middle: 0.125, slope: 10 };

/**
 * Compares each token of the question with each of a candidate, with the embedder's own token vectors: a closer look
 * than two vectors can give, without a second model. Scores are in [0, 1]: see {@link scoreMatches}. Vectors of
 * candidates are kept in memory.
 * Errors: `config_invalid` where the embedder has no token vectors, `request_invalid` where there is none; of reranking
 * those of the embedder.
 */
export function lateInteractionReranker(options: LateInteractionRerankerOptions): Reranker {
  requireFields('options', options, ['embedder', 'maxCandidates', 'cacheMaxBytes']);
  requireNumbers(options, { maxCandidates: [1, Infinity], cacheMaxBytes: [0, Infinity] });
  const { embedder, maxCandidates = 50, cacheMaxBytes = 2 ** 27 } = options;
  requireObject('embedder', embedder);
  if (!embedder.embedTokens) {
    const problem = `reranker.kind: late-interaction needs token vectors, which the embedder ${embedder.id} does not provide`;
    throw settingInvalid(problem);
  }
  const cache = new TokenCache(cacheMaxBytes);
  const embedTokens = embedder.embedTokens.bind(embedder);
  const { dimension } = embedder;
  return {
    name: 'late-interaction',
    maxCandidates,
    weight,
    async rerank(question, candidates, { signal } = {}) {
      throwIfAborted(signal);
      const known = new Map<string, TokenMatrix | undefined>();
      for (const text of background) known.set(text, cache.find(text));
      for (const { text } of candidates) known.set(text, cache.find(text));
      const missing = [...known.keys()].filter((text) => !known.get(text));
      const [asked = new Float32Array(0), ...passages] = await embedTokens([question, ...missing], {
        signal,
      });
      for (const [index, text] of missing.entries()) {
        const matrix = quantiseTokens(passages[index] as Float32Array, dimension);
        known.set(text, matrix);
        cache.put(text, matrix);
      }
      const compared = quantiseTokens(asked.subarray(0, maxQuestionTokens * dimension), dimension);
      const cosines = await compareEach(candidates, compared, known, signal);
      const scores = scoreMatches(cosines);
      const common = background.map((text) => nearestCosines(compared, known.get(text) as TokenMatrix));
      const comparable = scoreMatches([...cosines, ...common]);
      return candidates.map(({ chunkId }, index) => ({
        chunkId,
        score: scores[index] as number,
        relevance: relevanceOf(comparable[index] as number),
      }));
    },
    async warmUp() {
      // Each thread has a copy of the model, and takes a text of its own.
      await embedTokens(Array.from({ length: availableParallelism() }, () => 'ready'));
    },
  };
}

function relevanceOf(score: number): number {
  return 1 / (1 + Math.exp(-relevanceScale.slope * (score - relevanceScale.middle)));
}

async function compareEach(
  candidates: readonly RerankCandidate[],
  question: TokenMatrix,
  passages: ReadonlyMap<string, TokenMatrix | undefined>,
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  const cosines: Float32Array[] = [];
  for (const { text } of candidates) {
    cosines.push(nearestCosines(question, passages.get(text) as TokenMatrix));
    // A candidate takes about a millisecond: others get their turn in between.
    await setImmediate();
    throwIfAborted(signal);
  }
  return cosines;
}
