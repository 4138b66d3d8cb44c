import type { AnswerabilityCurve } from '../../contracts/calibration.ts';
import type { Relevance } from '../../retrieve/hit.ts';
import type { Confidence } from '../answer.ts';
import { relevanceConfidence } from './relevance-confidence.ts';

/**
 * The probability that the collection answers the question, among questions such as it was calibrated with: its
 * relevance on the curve that calibration fitted. Of the answer itself it says nothing.
 */
export function calibratedConfidence(relevance: Relevance, curve: AnswerabilityCurve): Confidence {
  const { value: score } = relevanceConfidence(relevance);
  const value = answerableProbability(score, curve);
  const reason = `${Math.round(100 * value)} of 100 questions of relevance ${score.toFixed(2)} are answerable, by calibration`;
  return { value, level: null, reason };
}

/** The probability that belongs to a relevance in [0, 1]. */
export function answerableProbability(relevance: number, { slope, intercept }: AnswerabilityCurve): number {
  return 1 / (1 + Math.exp(-(slope * relevance + intercept)));
}
