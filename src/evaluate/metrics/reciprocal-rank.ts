import type { Judgements } from './judgements.ts';

/**
 * 1 / rank of the first relevant document (judged above 0) among the first `k`, 0 where there is none. Its mean over
 * questions is the MRR. `ranking` holds document ids, best first, each once.
 */
export function reciprocalRank(ranking: readonly string[], judgements: Judgements, k: number): number {
  const position = ranking.slice(0, k).findIndex((id) => (judgements.get(id) ?? 0) > 0);
  return position === -1 ? 0 : 1 / (position + 1);
}
