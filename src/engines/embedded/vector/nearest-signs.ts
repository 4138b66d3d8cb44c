import { quantiseQuestion, questionOffset } from './quantised-question.ts';
import { type SignMatrix, type VectorMemory } from './vector-memory.ts';
import { signsOf, type VectorSegment } from './vector-segment.ts';

/** For each segment in how many signs each row differs from a question. */
export type SignDistances = readonly Uint16Array[];

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
export function inEachMemory(
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
export function countDistances(
  distances: SignDistances,
  listed?: readonly Uint32Array[],
  step = 1,
): Uint32Array {
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
export interface NearRows {
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

export function nearRows(
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
