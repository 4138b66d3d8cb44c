import { unspacedLetters } from '../../text/words.ts';

/** What is written without spaces between words: a character stands for a word there. */
const unspaced = new RegExp(`[${unspacedLetters}]`, 'gu');

/** Those of English. No word ends at a letter beyond ASCII, as at the é of “océan”. */
const article = /(?<![\p{L}\p{M}\p{N}_])(?:a|an|the)(?![\p{L}\p{M}\p{N}_])/gu;

/** What parts words without a space beside it, as in rows of CSV; within a number a comma does not. */
const separator = /[;|]|(?<!\p{N}),|,(?!\p{N})/gu;

/**
 * Whether a text contains one of the accepted answers as whole words, after SQuAD's normalisation: lower case, no
 * punctuation, no English articles, single spaces; but commas, semicolons and bars part words. Scripts without spaces
 * are compared character by character.
 * Sources: Rajpurkar et al., "SQuAD: 100,000+ Questions for Machine Comprehension of Text", 2016, evaluation script;
 * Lewis et al., "MLQA: Evaluating Cross-lingual Extractive Question Answering", ACL 2020 (mixed segmentation).
 */
export function containsAnswer(text: string, answers: readonly string[]): boolean {
  return answerLookup(text)(answers);
}

/** {@link containsAnswer} for many questions about one text, which is looked through when the first is asked. */
export function answerLookup(text: string): (answers: readonly string[]) => boolean {
  let normalised: string | undefined;
  return (answers) =>
    answers.some((answer) => {
      const wanted = normalise(answer);
      normalised ??= ` ${normalise(text)} `;
      return wanted !== '' && normalised.includes(` ${wanted} `);
    });
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(separator, ' ')
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(unspaced, ' $& ')
    .replace(article, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const binCount = 10;

/**
 * How far confidences, read as probabilities, are from the shares of right answers, in [0, 1], lower is better: the
 * mean distance over ten bins of equal width, weighted by their answers. 0 where there are no answers.
 * Source: Guo, Pleiss, Sun, Weinberger, "On Calibration of Modern Neural Networks", ICML 2017.
 */
export function expectedCalibrationError(answers: readonly ScoredAnswer[]): number {
  const bins = Map.groupBy(answers, ({ confidence }) =>
    Math.min(binCount - 1, Math.floor(confidence * binCount)),
  );
  let error = 0;
  for (const bin of bins.values()) {
    const confidence = bin.reduce((sum, answer) => sum + answer.confidence, 0);
    const right = bin.filter(({ isRight }) => isRight).length;
    error += Math.abs(confidence - right);
  }
  return answers.length === 0 ? 0 : error / answers.length;
}

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

/**
 * The mean squared distance of confidences, read as probabilities, from what came true, in [0, 1], lower is better; to
 * say one half of everything comes to .25. 0 where there are no answers.
 * Source: Brier, "Verification of Forecasts Expressed in Terms of Probability", Monthly Weather Review 78, 1950.
 */
export function brierScore(answers: readonly ScoredAnswer[]): number {
  const sum = answers.reduce(
    (error, { confidence, isRight }) => error + (confidence - Number(isRight)) ** 2,
    0,
  );
  return answers.length === 0 ? 0 : sum / answers.length;
}

/** A question that was asked, and whether it was refused. */
interface AbstentionOutcome {
  readonly isAnswerable: boolean;
  readonly isRefused: boolean;
}

/** How well refusing tells answerable questions from others. All shares lie in [0, 1]. */
export interface AbstentionFigures {
  /** Share of the refused questions that had no answer; 1 where none was refused. */
  readonly precision: number;
  /** Share of the questions without an answer that were refused; 1 where there are none. */
  readonly recall: number;
  /** Share of the answerable questions that were refused: lower is better; 0 where there are none. */
  readonly answerableRefused: number;
  /** Share of all questions that were answered; 0 where there are none. */
  readonly coverage: number;
}

/** Judges refusals. */
export function judgeAbstention(outcomes: readonly AbstentionOutcome[]): AbstentionFigures {
  const refused = outcomes.filter(({ isRefused }) => isRefused);
  const answerable = outcomes.filter(({ isAnswerable }) => isAnswerable);
  const rightlyRefused = refused.filter(({ isAnswerable }) => !isAnswerable).length;
  return {
    precision: share(rightlyRefused, refused.length, 1),
    recall: share(rightlyRefused, outcomes.length - answerable.length, 1),
    answerableRefused: share(refused.length - rightlyRefused, answerable.length, 0),
    coverage: share(outcomes.length - refused.length, outcomes.length, 0),
  };
}

function share(part: number, whole: number, ofNone: number): number {
  return whole === 0 ? ofNone : part / whole;
}

/**
 * The smallest value that `share` of all values do not exceed (nearest rank); `share` in (0, 1]. NaN where there are
 * none.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
