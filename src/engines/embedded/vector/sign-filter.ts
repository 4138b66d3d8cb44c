import { quantiseQuestion, questionOffset } from './quantise.ts';
import { maxWeight } from './sign-kernel.ts';
import { holdsAt, minSignRows, type SignMeasurement, unmeasured } from './sign-measurement.ts';
import type { SignMatrix, VectorMemory } from './vector-memory.ts';
import { searchVector, type VectorMatch, type VectorSearch } from './vector-search.ts';
import { rowsOf, signsOf, type VectorSegment } from './vector-segment.ts';

/** For each segment in how many signs each row differs from a question. */
type SignDistances = readonly Uint16Array[];

/** Every so manieth row tells how far to look: counting all takes as long as comparing their signs. */
const sampledEvery = 16;

/** How many standard deviations of a sample are added to it, so that it seldom has to be made up for. */
const sampleMargin = 2;

/** Compares the signs of all rows with those of a question. Views, good until the memory is used for something else. */
export function signDistances(segments: readonly VectorSegment[], question: Float32Array): SignDistances {
  const asked = centred(question);
  return inEachMemory(segments, (memory, matrices) => memory.countDifferences(matrices, asked));
}

/** What comparing the signs of the segments in each memory gives, in the order of the segments. */
function inEachMemory(
  segments: readonly VectorSegment[],
  compare: (memory: VectorMemory, matrices: readonly SignMatrix[]) => SignDistances,
): SignDistances {
  const distances = new Map<VectorSegment, Uint16Array>();
  for (const [memory, held] of Map.groupBy(segments, (segment) => segment.memory)) {
    const matrices = held.map((segment) => ({ signs: signsOf(segment), rows: segment.rows }));
    const compared = compare(memory, matrices);
    for (const [at, segment] of held.entries()) distances.set(segment, compared[at] as Uint16Array);
  }
  return segments.map((segment) => distances.get(segment) as Uint16Array);
}

/** A question as its signs are taken of it: quantised, round 0. */
export function centred(question: Float32Array): Int8Array {
  const { numbers } = quantiseQuestion(question);
  return numbers.subarray(0, question.length).map((number) => number - questionOffset);
}

/** How many rows there are at each distance, of every `step`th among all, or among those listed. */
function countDistances(distances: SignDistances, listed?: readonly Uint32Array[], step = 1): Uint32Array {
  const counts = new Uint32Array(0x1_0000);
  for (const [index, segment] of distances.entries()) {
    const rows = listed?.[index];
    const length = rows?.length ?? segment.length;
    for (let at = 0; at < length; at += step) {
      const distance = segment[rows === undefined ? at : (rows[at] as number)] as number;
      counts[distance] = (counts[distance] as number) + 1;
    }
  }
  return counts;
}

/** Rows near a question by their signs. */
interface NearRows {
  /** For each segment, ascending. */
  readonly rows: readonly Uint32Array[];
  /** In how many signs the last of them differ: all that differ in no more are among them. */
  readonly farthest: number;
}

/** The rows whose signs are nearest to those of a question: at least `count` of all that are listed, or of all. */
export function nearestBySigns(
  segments: readonly VectorSegment[],
  question: Float32Array,
  count: number,
  listed?: readonly Uint32Array[],
): NearRows {
  const distances = signDistances(segments, question);
  const expected = count / sampledEvery;
  const wanted = expected + sampleMargin * Math.sqrt(expected);
  const sampled = distanceOf(wanted, countDistances(distances, listed, sampledEvery));
  const near = nearRows(segments, distances, sampled, listed);
  if (countRows(near) >= count) return near;
  return nearRows(segments, distances, distanceOf(count, countDistances(distances, listed)), listed);
}

/** How many rows there are in all segments. */
export function countRows({ rows }: NearRows): number {
  return rows.reduce((sum, some) => sum + some.length, 0);
}

function nearRows(
  segments: readonly VectorSegment[],
  distances: SignDistances,
  farthest: number,
  listed: readonly Uint32Array[] | undefined,
): NearRows {
  const rows = segments.map(({ memory }, index) => {
    const segment = distances[index] as Uint16Array;
    const some = listed?.[index];
    return some === undefined ? memory.rowsWithin(segment, farthest) : someWithin(segment, some, farthest);
  });
  return { rows, farthest };
}

/** The least distance within which there are so many, or the largest of all. */
function distanceOf(wanted: number, counts: Uint32Array): number {
  let distance = 0;
  for (let within = counts[0] as number; within < wanted && distance + 1 < counts.length; )
    within += counts[++distance] as number;
  return distance;
}

function someWithin(distances: Uint16Array, rows: Uint32Array, farthest: number): Uint32Array {
  const near = new Uint32Array(rows.length);
  let found = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    // Written always and kept where it is near: without a branch that no processor could foresee.
    near[found] = row;
    found += Number((distances[row] as number) <= farthest);
  }
  return near.subarray(0, found);
}

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

/** So many of the best are found whatever the question: those behind them as far as the measurement says. */
const assuredHits = 10;

/** Share of all rows up to which multiplying those near by signs is less than multiplying all. */
const maxNearShare = 0.25;

/**
 * Searches among the rows that are near the question by their signs, where the index is so large that this pays. How
 * many these are was measured with vectors of the index; a question may be farther from all of them than they are from
 * one another. So what was found says in how much of its signs one as good may differ, and if that is more, all that
 * differ in no more are searched as well.
 */
export function searchBySigns(search: VectorSearch, signFilter: SignFilter): readonly VectorMatch[] {
  const { segments, question, limit, allowed } = search;
  const near = signFilter.narrow(segments, question, allowed);
  if (near === undefined) return searchVector(search);
  const matches = searchVector({ ...search, allowed: near.rows });
  // Windows of few chunks may have taken the place of others.
  if (matches.length < limit) return searchVector(search);
  const scores = Float64Array.from(matches, ({ score }) => score).toSorted();
  const least = scores.at(-Math.min(limit, assuredHits)) as number;
  if (near.farthest >= mostDifferences(question, new Uint8Array(question.length).fill(1), least))
    return matches;
  const asNear = rowsAsNear(segments, question, least, allowed);
  if (countRows(asNear) > maxNearShare * rowsOf(segments)) return searchVector(search);
  return bestOfBoth(matches, searchVector({ ...search, allowed: asNear.rows }));
}

function bestOfBoth(left: readonly VectorMatch[], right: readonly VectorMatch[]): readonly VectorMatch[] {
  const best = new Map(left.map((match) => [match.seq, match]));
  for (const match of right)
    if (match.score > (best.get(match.seq)?.score ?? Number.NEGATIVE_INFINITY)) best.set(match.seq, match);
  return [...best.values()];
}

/** Rows kept by their signs: at least so many, and so much more than the measurement called for. */
const minKept = 1024;
const margin = 2;

/** Share of all rows up to which keeping some by their signs is worth it; beyond, the search stays exact. */
const maxKeptShare = 0.1;

/** Share of a filter's rows among all below which multiplying these is less than comparing the signs of all. */
const minPassing = 0.25;

/**
 * Decides whether, and how far, the vector leg of an index may look at signs first. It starts exact, and stays so
 * where `measureOverdue` has not shown, on the index's own vectors, that the nearest ones are kept.
 */
export class SignFilter {
  #measured = unmeasured;
  #isMeasuring = false;

  /** Takes over what was measured before or elsewhere, where what is known does not hold for these segments. */
  adopt(measurement: SignMeasurement, segments: readonly VectorSegment[]): void {
    if (!holdsAt(this.#measured, rowsOf(segments))) this.#measured = measurement;
  }

  /** The rows worth multiplying, among those listed or all; undefined where all of these have to be. */
  narrow(
    segments: readonly VectorSegment[],
    question: Float32Array,
    listed?: readonly Uint32Array[],
  ): NearRows | undefined {
    const rows = rowsOf(segments);
    if (rows < minSignRows || !holdsAt(this.#measured, rows)) return undefined;
    const passing = listed?.reduce((sum, some) => sum + some.length, 0) ?? rows;
    const kept = Math.max(minKept, (margin * this.#measured.kept * rows) / this.#measured.rows);
    if (kept > maxKeptShare * rows || passing < minPassing * rows) return undefined;
    return nearestBySigns(segments, question, kept, listed);
  }

  /** Whether these segments are so many rows that their signs should be measured, and have not been at this size. */
  lacksMeasurement(segments: readonly VectorSegment[]): boolean {
    const rows = rowsOf(segments);
    return !this.#isMeasuring && rows >= minSignRows && !holdsAt(this.#measured, rows);
  }

  /** What `take` measures, which holds from then on; undefined where that is nothing, or another is being taken. */
  async measure(take: () => Promise<SignMeasurement | undefined>): Promise<SignMeasurement | undefined> {
    if (this.#isMeasuring) return undefined;
    this.#isMeasuring = true;
    try {
      const measured = await take();
      if (measured !== undefined) this.#measured = measured;
      return measured;
    } finally {
      this.#isMeasuring = false;
    }
  }
}
