import type { Judgements } from './judgements.ts';

/**
 * Normalised discounted cumulative gain of the first `k` documents, in [0, 1]: linear gain, log2 discount, as
 * trec_eval's ndcg_cut. A document that was not judged gains nothing; without relevant documents the value is 0.
 * `ranking` holds document ids, best first, each once.
 * Source: Järvelin, Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002.
 */
export function ndcg(ranking: readonly string[], judgements: Judgements, k: number): number {
  const ideal = [...judgements.values()].filter((gain) => gain > 0).toSorted((a, b) => b - a);
  const best = discounted(ideal.slice(0, k));
  if (best === 0) return 0;
  return discounted(ranking.slice(0, k).map((id) => Math.max(0, judgements.get(id) ?? 0))) / best;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, position) => sum + gain / Math.log2(position + 2), 0);
}
