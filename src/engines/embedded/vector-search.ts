import { TopPlaces } from './top-places.ts';
import { quantiseQuestion, type VectorSegment } from './vector-segment.ts';

/** Candidates of the int8 scan that are scored again in float32: at least this many, or so many times the limit. */
const minRescored = 60;
const rescoredShare = 1.5;

/** How much further to look where several windows of the same chunks filled the candidates. */
const widening = 4;

/** Share of a segment's rows up to which they are multiplied one by one; beyond, all are, in the order of memory. */
const listedShare = 0.25;

/** A chunk found by its vectors, by number, with its best window's cosine. */
export interface VectorMatch {
  readonly seq: number;
  readonly score: number;
}

export interface VectorSearch {
  readonly segments: readonly VectorSegment[];
  /** Unit length. */
  readonly question: Float32Array;
  readonly limit: number;
  /** For each segment the rows that may be returned, ascending; absent for all. */
  readonly allowed?: readonly Uint32Array[];
  /** Calls back with each of these vectors in float32, in any order; those that are gone are left out. */
  readonly fetch: (vectors: readonly number[], use: UseVector) => void;
}

/** Takes a vector by its number. */
export type UseVector = (vector: number, value: Float32Array) => void;

/** At least `limit` best chunks by cosine where there are as many, in no order: an int8 scan, scored again in float32. */
export function searchVector(search: VectorSearch): readonly VectorMatch[] {
  const { limit } = search;
  for (let wanted = Math.max(minRescored, Math.ceil(rescoredShare * limit)); ; wanted *= widening) {
    const candidates = best(search, wanted);
    const matches = bestWindows(candidates, search);
    if (matches.length >= limit || candidates.size < wanted) return matches;
  }
}

/** Cosine of two unit vectors, in [-1, 1]. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let product = 0;
  for (let index = 0; index < left.length; index++)
    product += (left[index] as number) * (right[index] as number);
  return Math.max(-1, Math.min(1, product));
}

/** The `wanted` vectors with the best estimates, or a few more where estimates are equal, with their chunks. */
function best({ segments, question, allowed }: VectorSearch, wanted: number): ReadonlyMap<number, number> {
  const { numbers, scale } = quantiseQuestion(question);
  const top = new TopPlaces(wanted);
  for (const [index, segment] of segments.entries()) {
    const factor = 1 / (scale * segment.scale);
    const rows = allowed?.[index];
    if (rows === undefined) offerAll(segment, index, numbers, factor, top);
    else offerListed(segment, index, rows, numbers, factor, top);
  }
  return new Map(
    top.candidates().map(({ segment: index, place }) => {
      const { vectors, seqs } = segments[index] as VectorSegment;
      return [vectors[place] as number, seqs[place] as number];
    }),
  );
}

function offerAll(
  { memory, matrix, rows, offsets }: VectorSegment,
  index: number,
  numbers: Int8Array,
  factor: number,
  top: TopPlaces,
): void {
  const products = memory.multiply(matrix, rows, numbers);
  // Compared as integers: almost every row ends here.
  let least = top.threshold / factor;
  for (let row = 0; row < rows; row++) {
    const product = (products[row] as number) - (offsets[row] as number);
    if (product < least) continue;
    top.offer(index, row, product * factor);
    least = top.threshold / factor;
  }
}

function offerListed(
  { memory, matrix, rows, offsets }: VectorSegment,
  index: number,
  listed: Uint32Array,
  numbers: Int8Array,
  factor: number,
  top: TopPlaces,
): void {
  const isFew = listed.length <= listedShare * rows;
  const products = memory.multiply(matrix, isFew ? listed : rows, numbers);
  let least = top.threshold / factor;
  for (let at = 0; at < listed.length; at++) {
    const row = listed[at] as number;
    const product = (products[isFew ? at : row] as number) - (offsets[row] as number);
    if (product < least) continue;
    top.offer(index, row, product * factor);
    least = top.threshold / factor;
  }
}

function bestWindows(
  candidates: ReadonlyMap<number, number>,
  { question, fetch }: VectorSearch,
): readonly VectorMatch[] {
  const scores = new Map<number, number>();
  fetch([...candidates.keys()], (vector, value) => {
    const seq = candidates.get(vector) as number;
    const score = cosine(question, value);
    if (score > (scores.get(seq) ?? Number.NEGATIVE_INFINITY)) scores.set(seq, score);
  });
  return Array.from(scores, ([seq, score]) => ({ seq, score }));
}
