import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '../../contracts/embedder.ts';
import type { RerankCandidate, Reranker } from '../../contracts/reranker.ts';
import { settingInvalid, throwIfAborted } from '../../errors.ts';
import { requireFields, requireNumbers, requireObject } from '../../values/require-arguments.ts';
import { nearestCosines, quantiseTokens, type TokenMatrix } from './max-sim.ts';
import { scoreMatches } from './score-matches.ts';
import { TokenCache } from './token-cache.ts';

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
