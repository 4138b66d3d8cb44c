import { answerableProbability, relevanceConfidence } from '../../answer/confidence.ts';
import type { AnswerabilityCurve, Calibration } from '../../contracts/index-manifest.ts';
import { throwIfAborted } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import type { Relevance } from '../../retrieve/hit.ts';
import { isRelevant } from '../../retrieve/relevance.ts';
import { defaults } from '../../settings/default-config.ts';
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

/** What is chosen: an answer is given where {@link isRelevant} says so of both measures. Both in [0, 1]. */
interface ChosenThreshold {
  readonly minCosine: number;
  readonly minCoverage: number;
}

/** A question with how relevant the best that was found for it is. */
export interface MeasuredQuestion {
  readonly isAnswerable: boolean;
  readonly relevance: Pick<Relevance, 'bestCosine' | 'passageCosine' | 'coverage'>;
}

/** What a threshold is chosen for. */
interface ThresholdGoal {
  /** Share of off-topic questions to refuse, above what is promised, since others will be asked. */
  readonly offTopicRefused: number;
  /** Largest share of answerable questions that may be refused. */
  readonly answerableRefused: number;
}

/**
 * Values tried on each scale, lowest first: between hundredths, which is as fine as a few hundred questions can tell
 * apart. Those observed would not do, since what comes near both thresholds is answered as well.
 */
const tried = [0, ...Array.from({ length: 100 }, (_, hundredth) => (hundredth + 0.5) / 100), 1];

/**
 * The lowest thresholds that refuse the wanted share of the off-topic questions, raised as far towards those in force
 * by default as that refuses no answerable question more: a few questions of either kind leave a wide gap between
 * them, in which the defaults have proved themselves, and where no off-topic question has a cosine, since the embedder
 * does not know their language, 0 would have every question answered whose language it knows. Where several thresholds
 * refuse that share, those that refuse the fewest answerable ones; where none does without refusing too many of these,
 * those that come nearest to it. Both are 0, which refuses nothing, where there are no off-topic questions.
 */
export function chooseThreshold(
  questions: readonly MeasuredQuestion[],
  goal: ThresholdGoal,
): ChosenThreshold {
  const answerable = questions.filter(({ isAnswerable }) => isAnswerable);
  const offTopic = questions.filter(({ isAnswerable }) => !isAnswerable);
  let best: { threshold: ChosenThreshold; merit: readonly number[] } = {
    threshold: { minCosine: 0, minCoverage: 0 },
    merit: [0, 0, 0, 0],
  };
  for (const minCosine of tried) {
    for (const minCoverage of tried) {
      const threshold = { minCosine, minCoverage };
      const refused = shareRefused(offTopic, threshold);
      const wronglyRefused = shareRefused(answerable, threshold);
      if (wronglyRefused > goal.answerableRefused) continue;
      const merit = [
        Math.min(refused, goal.offTopicRefused),
        -wronglyRefused,
        -(minCosine + minCoverage),
        refused,
      ];
      if (isBetter(merit, best.merit)) best = { threshold, merit };
    }
  }
  return offTopic.length === 0 ? best.threshold : towardsDefaults(best.threshold, answerable);
}

/** Each threshold as near to its default as it can be raised without refusing one question more. */
function towardsDefaults(chosen: ChosenThreshold, answerable: readonly MeasuredQuestion[]): ChosenThreshold {
  const refused = shareRefused(answerable, chosen);
  let raised = chosen;
  for (const name of ['minCosine', 'minCoverage'] as const) {
    const scale = name === 'minCosine' ? 'bestCosine' : 'coverage';
    const values = answerable.map(({ relevance }) => relevance[scale] ?? 0);
    const candidates = [defaults.retrieval[name], ...values]
      .filter((value) => value > chosen[name] && value <= defaults.retrieval[name])
      .toSorted((a, b) => b - a);
    const highest = candidates.find(
      (value) => shareRefused(answerable, { ...raised, [name]: value }) <= refused,
    );
    if (highest !== undefined) raised = { ...raised, [name]: highest };
  }
  return raised;
}

function shareRefused(questions: readonly MeasuredQuestion[], threshold: ChosenThreshold): number {
  if (questions.length === 0) return 0;
  return questions.filter(({ relevance }) => !isRelevant(relevance, threshold)).length / questions.length;
}

/** The first value that differs decides. */
function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const difference = one.map((value, place) => value - (other[place] ?? 0)).find((value) => value !== 0);
  return (difference ?? 0) > 0;
}
