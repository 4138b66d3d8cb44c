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
const confidenceMeasures = {
  relevance: ({ relevance }, { borneOut }) => times(relevanceConfidence(relevance), borneOut),
  // The formulas of reference pipelines, which are of the scores alone: that their answers are checked is a word more.
  'reciprocal-rank': (result) => reciprocalRankConfidence(scores(result)),
  levels: (result, { citations }) => levelConfidence(scores(result), citations),
  mean: (result) => meanConfidence(scores(result).toSorted((one, other) => other - one)),
  calibrated: ({ relevance }, { borneOut, calibration }) =>
    times(
      calibration?.answerability
        ? calibratedConfidence(relevance, calibration.answerability)
        : relevanceConfidence(relevance),
      borneOut,
    ),
} as const satisfies Record<string, MeasureConfidence>;

/** What a measure reads besides what was found. */
export interface ScoredAnswer {
  /** How many sources the answer cites. */
  readonly citations: number;
  /** That of the collection, where it has one. */
  readonly calibration: Calibration | undefined;
  /**
   * How much of what the answer states its sources bear out, in [0, 1]. `relevance` and `calibrated` trust it no
   * further.
   */
  readonly borneOut: number;
}

type MeasureConfidence = (result: SearchResult, answer: ScoredAnswer) => Confidence;

/** The confidence of an answer by one measure, with a word on what its sources do not bear out. */
export function scoreAnswer(
  measure: ConfidenceMeasure,
  result: SearchResult,
  answer: ScoredAnswer,
): Confidence {
  const scored = confidenceMeasures[measure](result, answer);
  if (answer.borneOut === 1) return scored;
  const reason = `${scored.reason}; ${Math.round(100 * answer.borneOut)} % of the answer borne out by its sources`;
  return { ...scored, reason };
}

function times(confidence: Confidence, factor: number): Confidence {
  return { ...confidence, value: confidence.value * factor };
}

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
