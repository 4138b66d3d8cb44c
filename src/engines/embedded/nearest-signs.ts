import { questionOffset } from './vector-memory.ts';
import { quantiseQuestion, signsOf, type VectorSegment } from './vector-segment.ts';

/** For each segment in how many signs each row differs from a question. */
export type SignDistances = readonly Uint16Array[];

/** Compares the signs of all rows with those of a question. The arrays are the caller's. */
export function signDistances(segments: readonly VectorSegment[], question: Float32Array): SignDistances {
  const { numbers } = quantiseQuestion(question);
  const centred = numbers.subarray(0, question.length).map((number) => number - questionOffset);
  return segments.map((segment) =>
    segment.memory.countDifferences(signsOf(segment), segment.rows, centred).slice(),
  );
}

/** How many rows there are at each distance; only those listed count, where they are. */
export function countDistances(distances: SignDistances, listed?: readonly Uint32Array[]): Uint32Array {
  const counts = new Uint32Array(0x1_0000);
  for (const [index, segment] of distances.entries()) {
    const rows = listed?.[index];
    const length = rows?.length ?? segment.length;
    for (let at = 0; at < length; at++) {
      const distance = segment[rows === undefined ? at : (rows[at] as number)] as number;
      counts[distance] = (counts[distance] as number) + 1;
    }
  }
  return counts;
}

/**
 * For each segment the rows whose signs are nearest to those of a question, ascending: at least `count` of all that
 * are listed, or of all, where there are as many.
 */
export function nearestBySigns(
  segments: readonly VectorSegment[],
  question: Float32Array,
  count: number,
  listed?: readonly Uint32Array[],
): readonly Uint32Array[] {
  const distances = signDistances(segments, question);
  const counts = countDistances(distances, listed);
  let farthest = 0;
  for (let within = counts[0] as number; within < count && farthest + 1 < counts.length; )
    within += counts[++farthest] as number;
  return distances.map((segment, index) => {
    const rows = listed?.[index];
    const length = rows?.length ?? segment.length;
    const near = new Uint32Array(length);
    let found = 0;
    for (let at = 0; at < length; at++) {
      const row = rows === undefined ? at : (rows[at] as number);
      // Written always and kept where it is near: without a branch that no processor could foresee.
      near[found] = row;
      found += Number((segment[row] as number) <= farthest);
    }
    return near.subarray(0, found);
  });
}
