import type { RerankCandidate, Reranker } from '../../contracts/reranker.ts';
import { throwIfAborted } from '../../errors.ts';

/** What each feature counts for; they sum to 1. */
const weights = { cosine: 0.7, coverage: 0.2, recency: 0.1 };

/** Days in which a passage's recency falls to a half. */
const halfLifeDays = 365;

const dayMs = 86_400_000;

/**
 * Reranks without a model, by what is known of each candidate: .70 × cosine, .20 × the share of the question's terms
 * that it contains, .10 × recency. Recency is 1 for the newest of the candidates and halves with every year before
 * it; a candidate without a date has 0, and all have 1 where none has one: then age tells nothing of them. A candidate
 * that the vector leg did not find takes the lowest cosine of the others. Scores are in [0, 1].
 */
export function featuresReranker(): Reranker {
  return {
    name: 'features',
    maxCandidates: 50,
    async rerank(_, candidates, { signal } = {}) {
      throwIfAborted(signal);
      const lowest = Math.min(1, ...candidates.flatMap(({ cosine }) => cosine ?? []));
      const newestMs = Math.max(...candidates.map(dateMs));
      return candidates.map((candidate) => {
        const score =
          weights.cosine * Math.max(0, candidate.cosine ?? lowest) +
          weights.coverage * candidate.coverage +
          weights.recency * recency(dateMs(candidate), newestMs);
        // Over 1 by rounding alone.
        return { chunkId: candidate.chunkId, score, relevance: Math.min(1, score) };
      });
    },
  };
}

/** −∞ where the candidate has no date. */
function dateMs({ date }: RerankCandidate): number {
  return date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(date);
}

function recency(ms: number, newestMs: number): number {
  if (!Number.isFinite(newestMs)) return 1;
  return Number.isFinite(ms) ? 0.5 ** ((newestMs - ms) / dayMs / halfLifeDays) : 0;
}
