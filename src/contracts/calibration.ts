/** How likely a question is answerable by its relevance: 1 / (1 + exp(-(slope · relevance + intercept))). */
export interface AnswerabilityCurve {
  /** 0 or more: what is more relevant is no less likely. */
  readonly slope: number;
  readonly intercept: number;
}

/**
 * Below which relevance a collection does not answer, as chosen for its index: both measures stay under theirs. The
 * shares are those of questions that the thresholds were not chosen on.
 */
export interface Calibration {
  /** Cosine of the best hit, in [0, 1]. */
  readonly minCosine: number;
  /** IDF-weighted share of the question's terms in one hit, in [0, 1]. */
  readonly minCoverage: number;
  /** Questions that the collection answers, of those it was calibrated with. */
  readonly answerableQuestions: number;
  /** Share of such that were refused. */
  readonly answerableRefused: number;
  readonly offTopicQuestions: number;
  /** Share of such that were refused. */
  readonly offTopicRefused: number;
  /** Fitted on the questions that the thresholds were chosen on; absent where there were none of one kind. */
  readonly answerability?: AnswerabilityCurve | undefined;
  /** ISO 8601. */
  readonly calibratedAt: string;
}
