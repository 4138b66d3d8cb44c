import { type Judgements, relevantDocuments } from './judgements.ts';

/**
 * Mean of the precision at the place of each relevant document (judged above 0), in [0, 1]; one that the ranking
 * lacks adds 0. Without relevant documents the value is 0. Its mean over questions is the MAP, as trec_eval's map.
 * `ranking` holds document ids, best first, each once.
 */
export function averagePrecision(ranking: readonly string[], judgements: Judgements): number {
  const relevant = relevantDocuments(judgements).length;
  if (relevant === 0) return 0;
  let found = 0;
  let sum = 0;
  for (const [position, id] of ranking.entries()) {
    if ((judgements.get(id) ?? 0) <= 0) continue;
    found += 1;
    sum += found / (position + 1);
  }
  return sum / relevant;
}
