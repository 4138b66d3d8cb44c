import type { Hit, SearchResult } from '../../retrieve/hit.ts';
import type { Confidence } from '../answer.ts';
import { levelConfidence } from './level-confidence.ts';
import { meanConfidence } from './mean-confidence.ts';
import { reciprocalRankConfidence } from './reciprocal-rank-confidence.ts';
import { relevanceConfidence } from './relevance-confidence.ts';

/** The measures of confidence by the name that settings use. */
export const confidenceMeasures = {
  relevance: ({ relevance }) => relevanceConfidence(relevance),
  'reciprocal-rank': (result) => reciprocalRankConfidence(scores(result)),
  levels: (result, citations) => levelConfidence(scores(result), citations),
  mean: (result) => meanConfidence(scores(result)),
} as const satisfies Record<string, (result: SearchResult, citations: number) => Confidence>;

/** How confidence is measured. */
export type ConfidenceMeasure = keyof typeof confidenceMeasures;

/** The scores of what was found, best first, in [0, 1]. */
function scores({ hits, ranking }: SearchResult): number[] {
  return hits.filter(({ expansion }) => !expansion).map((hit) => scaled(hit, ranking));
}

/**
 * A hit's score in [0, 1]: the fused one on its fusion's scale, or, where fused scores have none, the cosine.
 */
function scaled({ score, explain }: Hit, { fusion: { scale } }: SearchResult['ranking']): number {
  const value = scale
    ? (score - scale.lowest) / (scale.highest - scale.lowest)
    : (explain.vector?.score ?? 0);
  return Math.min(1, Math.max(0, value));
}
