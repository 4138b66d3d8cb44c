import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '../../contracts/embedder.ts';
import type { RerankCandidate, Reranker } from '../../contracts/reranker.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { nearestCosines, quantiseTokens, type TokenMatrix } from './max-sim.ts';
import { TokenCache } from './token-cache.ts';
import { weighedMeans } from './weighed-means.ts';

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
const weight = 0.3;

/**
 * Compares each token of the question with each of a candidate, with the embedder's own token vectors: a closer look
 * than two vectors can give, without a second model. Scores are cosines in [−1, 1], averaged over the question's
 * tokens, those that tell the candidates apart weighing most. Vectors of candidates are kept in memory.
 * Errors: `config_invalid` where the embedder has no token vectors; of reranking those of the embedder.
 */
export function lateInteractionReranker({
  embedder,
  maxCandidates = 50,
  cacheMaxBytes = 2 ** 27,
}: LateInteractionRerankerOptions): Reranker {
  if (!embedder.embedTokens) {
    const problem = `reranker.kind: late-interaction needs token vectors, which the embedder ${embedder.id} does not give`;
    throw new FootnoteError('config_invalid', { source: 'The settings', problem });
  }
  const cache = new TokenCache(cacheMaxBytes);
  const embedTokens = embedder.embedTokens.bind(embedder);
  const embed = async (texts: readonly string[], signal: AbortSignal | undefined) => {
    const vectors = await embedTokens(texts, { signal });
    return vectors.map((tokens) => quantiseTokens(tokens, embedder.dimension));
  };
  return {
    name: 'late-interaction',
    maxCandidates,
    weight,
    async rerank(question, candidates, { signal } = {}) {
      throwIfAborted(signal);
      const known = new Map<string, TokenMatrix | undefined>();
      for (const { text } of candidates) known.set(text, cache.find(text));
      const missing = [...known.keys()].filter((text) => !known.get(text));
      const [asked, ...passages] = await embed([question, ...missing], signal);
      for (const [index, text] of missing.entries()) {
        const matrix = passages[index] as TokenMatrix;
        known.set(text, matrix);
        cache.put(text, matrix);
      }
      const cosines = await compareEach(candidates, asked as TokenMatrix, known, signal);
      const scores = weighedMeans(cosines);
      return candidates.map(({ chunkId }, index) => ({ chunkId, score: scores[index] as number }));
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
