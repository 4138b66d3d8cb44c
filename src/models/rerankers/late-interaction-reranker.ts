import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '../../contracts/embedder.ts';
import type { RerankCandidate, Reranker } from '../../contracts/reranker.ts';
import { settingInvalid, throwIfAborted } from '../../errors.ts';
import { requireFields, requireNumbers, requireObject } from '../../require-arguments.ts';
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
      return candidates.map(({ chunkId }, index) => ({ chunkId, score: scores[index] as number }));
    },
    async warmUp() {
      // Each thread has a copy of the model, and takes a text of its own.
      await embedTokens(Array.from({ length: availableParallelism() }, () => 'ready'));
    },
  };
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
