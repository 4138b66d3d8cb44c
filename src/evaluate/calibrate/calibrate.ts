import { answerableProbability, relevanceConfidence } from '../../answer/confidence.ts';
import type { AnswerabilityCurve, Calibration } from '../../contracts/index-manifest.ts';
import { throwIfAborted } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import { isRelevant } from '../../retrieve/relevance.ts';
import {
  type AbstentionFigures,
  areaUnderRiskCoverage,
  brierScore,
  expectedCalibrationError,
  judgeAbstention,
  type RiskCoverage,
  riskCoverageCurve,
  type ScoredAnswer,
} from '../metrics/answer-metrics.ts';
import { chooseThreshold, type MeasuredQuestion } from './choose-threshold.ts';
import { fitAnswerability } from './fit-answerability.ts';

/** What calibration works for: more than the promised .90 on the half that it sees, since others will be asked. */
const goal = { offTopicRefused: 0.95, answerableRefused: 0.05 } as const;

/** How far probabilities are from what came true; lower is better. */
export interface ProbabilityFigures {
  /** Mean squared error. */
  readonly brier: number;
  /** Expected calibration error. */
  readonly ece: number;
}

/** What calibrating a collection came to. */
export interface CalibrationReport {
  readonly calibration: Calibration;
  /** Refusals under the new thresholds, on the questions that they were not chosen on. */
  readonly abstention: AbstentionFigures;
  /** Of all questions; an answer to an off-topic one is wrong. */
  readonly riskCoverage: readonly RiskCoverage[];
  /** Area under that curve. */
  readonly aurc: number;
  /** Of relevance, read as the probability that a question is answerable. */
  readonly ece: number;
  /**
   * Of the probability that a question is answerable, and of relevance read as one, on the questions that the curve was
   * not fitted on; null where there is no curve.
   */
  readonly probability: {
    readonly fitted: ProbabilityFigures;
    readonly relevance: ProbabilityFigures;
  } | null;
}

/**
 * Chooses the thresholds below which a collection does not answer, and fits how likely a question is answerable by its
 * relevance: on every second question, judged on the others.
 * A collection is not changed by it. Errors: those of {@link Footnote.search}.
 */
export async function calibrate(
  footnote: Footnote,
  questions: { readonly answerable: readonly string[]; readonly offTopic: readonly string[] },
  options: { readonly onQuestion?: () => void; readonly signal?: AbortSignal } = {},
): Promise<CalibrationReport> {
  const measureAll = async (texts: readonly string[], isAnswerable: boolean) => {
    const measured: MeasuredQuestion[] = [];
    for (const text of texts) {
      throwIfAborted(options.signal);
      const { relevance } = await footnote.search(text, { topK: 1, signal: options.signal });
      measured.push({ isAnswerable, relevance });
      options.onQuestion?.();
    }
    return measured;
  };
  const answerable = await measureAll(questions.answerable, true);
  const offTopic = await measureAll(questions.offTopic, false);
  return reportOf(answerable, offTopic);
}

/** Chooses on the questions of odd places and judges on the others. */
export function reportOf(
  answerable: readonly MeasuredQuestion[],
  offTopic: readonly MeasuredQuestion[],
): CalibrationReport {
  const seen = [...answerable.filter(isOdd), ...offTopic.filter(isOdd)];
  const unseen = [...answerable.filter(isEven), ...offTopic.filter(isEven)];
  const threshold = chooseThreshold(seen, goal);
  const abstention = judgeAbstention(
    unseen.map(({ isAnswerable, relevance }) => ({
      isAnswerable,
      isRefused: !isRelevant(relevance, threshold),
    })),
  );
  const answers = [...answerable, ...offTopic].map(scored);
  const answerability = fitAnswerability(seen.map(scored));
  return {
    calibration: {
      ...threshold,
      answerableQuestions: answerable.length,
      answerableRefused: abstention.answerableRefused,
      offTopicQuestions: offTopic.length,
      offTopicRefused: abstention.recall,
      answerability,
      calibratedAt: new Date().toISOString(),
    },
    abstention,
    riskCoverage: riskCoverageCurve(answers),
    aurc: areaUnderRiskCoverage(answers),
    ece: expectedCalibrationError(answers),
    probability: answerability ? judgeProbability(unseen.map(scored), answerability) : null,
  };
}

function scored({ isAnswerable, relevance }: MeasuredQuestion): ScoredAnswer {
  const { value } = relevanceConfidence(relevance);
  return { confidence: value, isRight: isAnswerable };
}

function judgeProbability(unseen: readonly ScoredAnswer[], curve: AnswerabilityCurve) {
  const fitted = unseen.map(({ confidence, isRight }) => ({
    confidence: answerableProbability(confidence, curve),
    isRight,
  }));
  return { fitted: probabilityFigures(fitted), relevance: probabilityFigures(unseen) };
}

function probabilityFigures(answers: readonly ScoredAnswer[]): ProbabilityFigures {
  return { brier: brierScore(answers), ece: expectedCalibrationError(answers) };
}

/** Places count from 1. */
function isOdd(_: MeasuredQuestion, position: number): boolean {
  return position % 2 === 0;
}

function isEven(_: MeasuredQuestion, position: number): boolean {
  return position % 2 === 1;
}
