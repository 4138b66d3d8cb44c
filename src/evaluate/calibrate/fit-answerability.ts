import { answerableProbability } from '../../answer/confidence.ts';
import type { AnswerabilityCurve } from '../../contracts/index-manifest.ts';
import type { ScoredAnswer } from '../metrics/answer-metrics.ts';

/** A confidence with what the curve is to say of it. */
interface Target {
  readonly score: number;
  /** Probability in (0, 1). */
  readonly wanted: number;
}

const maxSteps = 100;
/** Slopes of the error under which its lowest point is reached. */
const flat = 1e-7;
/** Keeps the steps finite where all scores are alike. */
const ridge = 1e-9;
const shortestStep = 1e-10;

/**
 * Fits the probability that a question is answerable to its relevance, by Platt scaling: a logistic curve whose targets
 * are drawn in from 0 and 1, so that a few questions that are well told apart do not make it a step. Level where
 * relevance tells nothing; undefined without questions of both kinds.
 * Isotonic regression fits what it has seen more closely, and is worse where made questions stand for asked ones.
 * Source: Platt, "Probabilistic Outputs for Support Vector Machines", 1999; found by Newton's method as in Lin, Lin,
 * Weng, "A Note on Platt's Probabilistic Outputs for Support Vector Machines", Machine Learning 68, 2007.
 */
export function fitAnswerability(questions: readonly ScoredAnswer[]): AnswerabilityCurve | undefined {
  const answerable = questions.filter(({ isRight }) => isRight).length;
  const others = questions.length - answerable;
  if (answerable === 0 || others === 0) return undefined;
  const targets = questions.map(({ confidence, isRight }) => ({
    score: confidence,
    wanted: isRight ? (answerable + 1) / (answerable + 2) : 1 / (others + 2),
  }));
  const start = { slope: 0, intercept: Math.log((answerable + 1) / (others + 1)) };
  const curve = descend(targets, start);
  return curve.slope < 0 ? start : curve;
}

function descend(targets: readonly Target[], start: AnswerabilityCurve): AnswerabilityCurve {
  let curve = start;
  for (let step = 0; step < maxSteps; step += 1) {
    const direction = newtonDirection(targets, curve);
    const next = direction && stepAlong(targets, curve, direction);
    if (!next) return curve;
    curve = next;
  }
  return curve;
}

/** Where the error's lowest point seems to be, seen from a curve; undefined at that point. */
function newtonDirection(
  targets: readonly Target[],
  curve: AnswerabilityCurve,
): AnswerabilityCurve | undefined {
  let [bySlope, byIntercept] = [0, 0];
  let [slopes, both, intercepts] = [ridge, 0, ridge];
  for (const { score, wanted } of targets) {
    const probability = answerableProbability(score, curve);
    const error = probability - wanted;
    const bend = probability * (1 - probability);
    bySlope += error * score;
    byIntercept += error;
    slopes += bend * score * score;
    both += bend * score;
    intercepts += bend;
  }
  if (Math.abs(bySlope) < flat && Math.abs(byIntercept) < flat) return undefined;
  const determinant = slopes * intercepts - both * both;
  return {
    slope: -(intercepts * bySlope - both * byIntercept) / determinant,
    intercept: -(slopes * byIntercept - both * bySlope) / determinant,
  };
}

/** As far in a direction as it goes down, by halves; undefined where it does not. */
function stepAlong(
  targets: readonly Target[],
  curve: AnswerabilityCurve,
  direction: AnswerabilityCurve,
): AnswerabilityCurve | undefined {
  const before = crossEntropy(targets, curve);
  for (let length = 1; length >= shortestStep; length /= 2) {
    const next = {
      slope: curve.slope + length * direction.slope,
      intercept: curve.intercept + length * direction.intercept,
    };
    if (crossEntropy(targets, next) < before) return next;
  }
  return undefined;
}

function crossEntropy(targets: readonly Target[], { slope, intercept }: AnswerabilityCurve): number {
  let sum = 0;
  for (const { score, wanted } of targets) {
    const logit = slope * score + intercept;
    // log(1 + e^x) without a power that overflows.
    sum += Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit))) - wanted * logit;
  }
  return sum;
}
