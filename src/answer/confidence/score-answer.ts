import type { Calibration } from '../../contracts/calibration.ts';
import type { Hit, SearchResult } from '../../retrieve/hit.ts';
import type { Confidence } from '../answer.ts';
import type { Remark } from '../wording/wording.ts';
import { calibratedConfidence } from './calibrated-confidence.ts';
import { levelConfidence } from './level-confidence.ts';
import { meanConfidence } from './mean-confidence.ts';
import { reciprocalRankConfidence } from './reciprocal-rank-confidence.ts';
import { relevanceConfidence } from './relevance-confidence.ts';

/** The measures of confidence by the name that settings use. */
export const confidenceMeasures = {
  relevance: ({ relevance }) => relevanceConfidence(relevance),
  'reciprocal-rank': (result) => reciprocalRankConfidence(scores(result)),
  levels: (result, citations) => levelConfidence(scores(result), citations),
  mean: (result) => meanConfidence(scores(result).toSorted((one, other) => other - one)),
  calibrated: ({ relevance }, _, calibration) =>
    calibration?.answerability
      ? calibratedConfidence(relevance, calibration.answerability)
      : relevanceConfidence(relevance),
} as const satisfies Record<string, MeasureConfidence>;

/** Measures an answer that cites so many sources; `calibration` is that of the collection, where it has one. */
type MeasureConfidence = (
  result: SearchResult,
  citations: number,
  calibration: Calibration | undefined,
) => Confidence;

/** How confidence is measured. */
export type ConfidenceMeasure = keyof typeof confidenceMeasures;

/** What the reader of a confidence must know: that another measure took the place of the one that was chosen. */
export function confidenceWarnings(
  measure: ConfidenceMeasure,
  calibration: Calibration | undefined,
): readonly Remark[] {
  return measure !== 'calibrated' || calibration?.answerability ? [] : [{ sentence: 'notCalibrated' }];
}

/** The scores of what was found, best first, in [0, 1]. */
function scores({ hits }: SearchResult): number[] {
  return hits.filter(({ expansion }) => !expansion).map(hitConfidence);
}

/**
 * How well a hit fits the question, in [0, 1]: what a reranker says of its relevance; else its score on that scale, or,
 * where scores have none, the cosine.
 */
export function hitConfidence({ scaledScore, explain }: Hit): number {
  return explain.rerank?.relevance ?? scaledScore ?? Math.min(1, Math.max(0, explain.vector?.score ?? 0));
}
