import type { Judgements } from './judgements.ts';

/**
 * Share of the first `k` places that hold a relevant document (judged above 0), in [0, 1], as trec_eval's P. Places
 * that the ranking leaves empty count as not relevant. `ranking` holds document ids, best first, each once.
 */
export function precision(ranking: readonly string[], judgements: Judgements, k: number): number {
  return ranking.slice(0, k).filter((id) => (judgements.get(id) ?? 0) > 0).length / k;
}
