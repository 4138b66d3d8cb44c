import { centred, inEachMemory, type NearRows, nearRows } from './nearest-signs.ts';
import { maxWeight } from './sign-kernel.ts';
import type { VectorSegment } from './vector-segment.ts';

/** How many standard deviations of what differs in vectors that are as near are added to its mean. */
const deviations = 4;

/** The weight of a sign whose number is as large as a question's are on average (root of the mean square). */
const usualWeight = 3;

/** Of {@link shareAbove}. */
const [c1, c2, c3, c4, c5] = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];

/** Most that weights may add up to: distances are 16 bits. */
const maxWeights = 0xffff;

/**
 * The rows, of those listed or of all, that differ from a question in no more than those whose cosine is at least so
 * much, all but certainly. A sign counts the more, the larger its number in the question is: what small numbers are
 * about is hardly told by their signs, and without them far fewer rows are as near.
 */
export function rowsAsNear(
  segments: readonly VectorSegment[],
  question: Float32Array,
  cosine: number,
  listed?: readonly Uint32Array[],
): NearRows {
  const weights = weightsOf(question);
  const asked = centred(question);
  const distances = inEachMemory(segments, (memory, matrices) =>
    memory.weighDifferences(matrices, asked, weights),
  );
  return nearRows(segments, distances, Math.ceil(mostDifferences(question, weights, cosine)), listed);
}

/** What each sign of a question counts, from 0 to {@link maxWeight}. */
function weightsOf(question: Float32Array): Uint8Array {
  const usual = 1 / Math.sqrt(question.length);
  const most = Math.min(maxWeight, Math.floor(maxWeights / question.length));
  return Uint8Array.from(question, (number) =>
    Math.min(most, Math.round((usualWeight * Math.abs(number)) / usual)),
  );
}

/**
 * The weights of the signs in which a vector differs from a question at most, all but certainly, where their cosine is
 * at least so much. Such a vector is the question times its cosine and something at right angles to it that is taken
 * for even in all directions: each of its numbers is normally distributed round that of the question times the cosine,
 * and independent of the others but for the right angle, which takes what it has in common with the sum off the
 * variance.
 */
export function mostDifferences(question: Float32Array, weights: Uint8Array, cosine: number): number {
  const slope = (cosine * Math.sqrt(question.length)) / Math.sqrt(Math.max(Number.EPSILON, 1 - cosine ** 2));
  let mean = 0;
  let variance = 0;
  let covariance = 0;
  for (let at = 0; at < question.length; at++) {
    const weight = weights[at] as number;
    const number = Math.abs(question[at] as number);
    const share = shareAbove(slope * number);
    mean += weight * share;
    variance += weight ** 2 * share * (1 - share);
    covariance += weight * number * density(slope * number);
  }
  return mean + deviations * Math.sqrt(Math.max(0, variance - covariance ** 2));
}

/**
 * The share of a standard normal distribution above a number, within a tenth of a millionth (Abramowitz and Stegun,
 * Handbook of Mathematical Functions, 26.2.17).
 */
function shareAbove(number: number): number {
  if (number < 0) return 1 - shareAbove(-number);
  const at = 1 / (1 + 0.231_641_9 * number);
  return density(number) * at * (c1 + at * (c2 + at * (c3 + at * (c4 + at * c5))));
}

/** Of a standard normal distribution. */
function density(number: number): number {
  return Math.exp(-(number ** 2) / 2) / Math.sqrt(2 * Math.PI);
}
