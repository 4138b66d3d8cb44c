/** An answer that was or could have been given. */
export interface ScoredAnswer {
  /** The higher, the sooner it is given; in [0, 1] where it is to be read as a probability. */
  readonly confidence: number;
  readonly isRight: boolean;
}

/** What answering the questions of highest confidence comes to. */
export interface RiskCoverage {
  /** Confidence from which answers are given. */
  readonly confidence: number;
  /** Share of the questions that are answered, in (0, 1]. */
  readonly coverage: number;
  /** Share of the answers given that are wrong, in [0, 1]. */
  readonly risk: number;
}

/**
 * The risk–coverage curve: one point for each distinct confidence, from the fewest answers to all.
 * Source: El-Yaniv, Wiener, "On the Foundations of Noise-free Selective Classification", JMLR 11, 2010.
 */
export function riskCoverageCurve(answers: readonly ScoredAnswer[]): RiskCoverage[] {
  const sorted = answers.toSorted((a, b) => b.confidence - a.confidence);
  const curve: RiskCoverage[] = [];
  let wrong = 0;
  for (const [position, { confidence, isRight }] of sorted.entries()) {
    if (!isRight) wrong += 1;
    // Answers of equal confidence are given together or not at all.
    if (sorted[position + 1]?.confidence === confidence) continue;
    const given = position + 1;
    curve.push({ confidence, coverage: given / sorted.length, risk: wrong / given });
  }
  return curve;
}

/**
 * Area under the risk–coverage curve, in [0, 1], lower is better: the mean risk over all numbers of answers given.
 * Answers of equal confidence count with the risk of all of them. 0 where there are no answers.
 * Source: Geifman, Uziel, El-Yaniv, "Bias-Reduced Uncertainty Estimation for Deep Neural Classifiers", ICLR 2019.
 */
export function areaUnderRiskCoverage(answers: readonly ScoredAnswer[]): number {
  let area = 0;
  let before = 0;
  for (const { coverage, risk } of riskCoverageCurve(answers)) {
    area += (coverage - before) * risk;
    before = coverage;
  }
  return area;
}
