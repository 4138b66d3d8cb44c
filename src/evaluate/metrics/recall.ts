import { type Judgements, relevantDocuments } from './judgements.ts';

/**
 * Share of the relevant documents (judged above 0) among the first `k`, in [0, 1], as trec_eval's recall. Without
 * relevant documents the value is 0. `ranking` holds document ids, best first, each once.
 */
export function recall(ranking: readonly string[], judgements: Judgements, k: number): number {
  const relevant = relevantDocuments(judgements);
  if (relevant.length === 0) return 0;
  const found = new Set(ranking.slice(0, k));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}
