import { TopPlaces } from '../keyword/keyword-search.ts';
import { type QuantisedQuestion, quantiseQuestion, withoutOffset } from './quantise.ts';
import { matrixOf, rowsOf, type VectorSegment } from './vector-segment.ts';

/** Chunks whose windows are taken from the int8 scan: at least this many, or so many times the limit. */
const minCandidates = 60;
const candidateShare = 2;

/** Chunks scored again in float32 before any other: as many as are asked for, but enough to know the error by. */
const minRescored = 16;

/**
 * How large an estimate's error may be: so many times the largest that was seen, and so many standard deviations of
 * what rounding makes of numbers anyhow, since vectors that are almost the same are all wrong by the same.
 */
const errorMargin = 1.5;
const errorDeviations = 4;

/** How much further to look where several windows of the same chunks filled the candidates. */
const widening = 4;

/** Share of a segment's rows up to which they are multiplied one by one; beyond, all are, in the order of memory. */
const listedShare = 0.25;

/**
 * Share of a segment's rows up to which these are read in float32 where the segment's matrix has not been read: one in
 * a page of the file for as many bytes as the whole matrix has.
 */
const fetchedShare = 1 / 32;

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

/** Takes a vector by its number: its values stand from `at` on, and are good until the call returns. */
export type UseVector = (vector: number, values: Float32Array, at: number) => void;

/**
 * At least `limit` best chunks by cosine where there are as many, in no order: an int8 scan, scored again in float32.
 */
export function searchVector(search: VectorSearch): readonly VectorMatch[] {
  const { segments, limit } = search;
  const chunks = Math.max(minCandidates, candidateShare * limit);
  const fetched = segments.flatMap((segment, index) => fetchedRows(segment, search.allowed?.[index]));
  const scores = new Map<number, number>();
  addScores(fetched, search, scores);
  const asked = quantiseQuestion(search.question);
  for (let wanted = Math.ceil(chunks * windowsPerChunk(segments)); ; wanted *= widening) {
    const candidates = best(search, asked, new TopPlaces(wanted));
    const isAll = candidates.length < wanted;
    const found = new Set([...scores.keys(), ...candidates.map(({ seq }) => seq)]);
    if (!isAll && found.size < limit) continue;
    rescore(candidates, isAll, search, asked, scores);
    return Array.from(scores, ([seq, score]) => ({ seq, score }));
  }
}

/**
 * Whether the rows of a segment are scored in float32 without a look at its matrix: few of one that has not been read,
 * so that a first question need not wait until it is.
 */
function isFetched({ matrix, rows }: VectorSegment, listed: Uint32Array | undefined): listed is Uint32Array {
  return listed !== undefined && !matrix.isWhole && listed.length <= fetchedShare * rows;
}

/** The rows of a segment that are scored without its matrix, and so have no estimate. */
function fetchedRows(segment: VectorSegment, listed: Uint32Array | undefined): readonly Candidate[] {
  if (!isFetched(segment, listed)) return [];
  const { vectors, seqs } = segment;
  return Array.from(listed, (row) => {
    return { vector: vectors[row] as number, seq: seqs[row] as number, estimate: Number.NaN };
  });
}

function windowsPerChunk(segments: readonly VectorSegment[]): number {
  const chunks = segments.reduce((sum, segment) => sum + segment.chunks, 0);
  const windows = segments.reduce((sum, { vectors }) => sum + vectors.length, 0);
  return chunks === 0 ? 1 : windows / chunks;
}

/**
 * The standard deviation of the products of unit vectors of which both are rounded: each number's error is even between
 * half a step up and down, so its variance is a twelfth of a step's square.
 */
function roundingDeviation(segments: readonly VectorSegment[], questionScale: number): number {
  const scale = segments.reduce((least, segment) => Math.min(least, segment.scale), Number.POSITIVE_INFINITY);
  return Math.sqrt((1 / scale ** 2 + 1 / questionScale ** 2) / 12);
}

/** Cosine of a unit vector and another that stands from `at` on, in [-1, 1]. */
function cosine(left: Float32Array, values: Float32Array, at: number): number {
  let product = 0;
  for (let index = 0; index < left.length; index++)
    product += (left[index] as number) * (values[at + index] as number);
  return Math.max(-1, Math.min(1, product));
}

/** A vector with its chunk, by their numbers, and the cosine that the int8 scan makes of it. */
interface Candidate {
  readonly vector: number;
  readonly seq: number;
  readonly estimate: number;
}

/** The vectors whose estimates `top` keeps, best first. */
function best(
  { segments, allowed }: VectorSearch,
  { numbers, scale }: QuantisedQuestion,
  top: TopPlaces,
): readonly Candidate[] {
  for (const [index, segment] of segments.entries()) {
    const factor = 1 / (scale * segment.scale);
    const rows = allowed?.[index];
    if (isFetched(segment, rows)) continue;
    if (rows === undefined) offerAll(segment, index, numbers, factor, top);
    else offerListed(segment, index, rows, numbers, factor, top);
  }
  return top
    .candidates()
    .map(({ segment: index, place, score }) => {
      const { vectors, seqs } = segments[index] as VectorSegment;
      return { vector: vectors[place] as number, seq: seqs[place] as number, estimate: score };
    })
    .toSorted((left, right) => right.estimate - left.estimate);
}

function offerAll(
  segment: VectorSegment,
  index: number,
  numbers: Int8Array,
  factor: number,
  top: TopPlaces,
): void {
  const { memory, rows, sums } = segment;
  const products = memory.multiply(matrixOf(segment), rows, numbers);
  // Compared as integers: almost every row ends here.
  let least = top.threshold / factor;
  for (let row = 0; row < rows; row++) {
    const product = withoutOffset(products[row] as number, sums[row] as number);
    if (product < least) continue;
    top.offer(index, row, product * factor);
    least = top.threshold / factor;
  }
}

function offerListed(
  segment: VectorSegment,
  index: number,
  listed: Uint32Array,
  numbers: Int8Array,
  factor: number,
  top: TopPlaces,
): void {
  const { memory, rows, sums } = segment;
  const isFew = listed.length <= listedShare * rows;
  const products = memory.multiply(matrixOf(segment), isFew ? listed : rows, numbers);
  let least = top.threshold / factor;
  for (let at = 0; at < listed.length; at++) {
    const row = listed[at] as number;
    const product = withoutOffset(products[isFew ? at : row] as number, sums[row] as number);
    if (product < least) continue;
    top.offer(index, row, product * factor);
    least = top.threshold / factor;
  }
}

/**
 * Scores the chunks of candidates by their best windows in float32: first those of the best chunks that are best by
 * estimate, then every other vector whose estimate could be so wrong that it lifts a chunk among the best or is its
 * best. These are looked for among all where the candidates are not all and the last of them is still so good, as among
 * vectors that int8 cannot tell apart. `scores` are those of chunks that have been scored already, and get the others.
 */
function rescore(
  candidates: readonly Candidate[],
  isAll: boolean,
  search: VectorSearch,
  asked: QuantisedQuestion,
  scores: Map<number, number>,
): void {
  const { segments, limit } = search;
  const bestOfChunks = new Map<number, Candidate>();
  for (const candidate of candidates)
    if (!bestOfChunks.has(candidate.seq)) bestOfChunks.set(candidate.seq, candidate);
  const first = [...bestOfChunks.values()].slice(0, Math.max(minRescored, limit));
  const seen = errorMargin * addScores(first, search, scores);
  const error = Math.max(seen, errorDeviations * roundingDeviation(segments, asked.scale));
  const ranked = Float64Array.from(scores.values()).toSorted();
  const least = ranked[ranked.length - limit] ?? Number.NEGATIVE_INFINITY;
  const bar = least - error;
  const reachesBar = isAll || (candidates.at(-1) as Candidate).estimate < bar;
  const possible = reachesBar ? candidates : best(search, asked, new TopPlaces(rowsOf(segments) + 1, bar));
  const isFirst = new Set(first.map(({ vector }) => vector));
  const others = possible.filter(({ vector, seq, estimate }) => {
    const toBeat = Math.max(least, scores.get(seq) ?? Number.NEGATIVE_INFINITY);
    return estimate >= toBeat - error && !isFirst.has(vector);
  });
  if (others.length > 0) addScores(others, search, scores);
}

/**
 * Scores candidates in float32, keeps the best of each chunk, and returns the largest error of their estimates, if any.
 */
function addScores(
  candidates: readonly Candidate[],
  { question, fetch }: VectorSearch,
  scores: Map<number, number>,
): number {
  if (candidates.length === 0) return 0;
  const byVector = new Map(candidates.map((candidate) => [candidate.vector, candidate]));
  let error = 0;
  fetch([...byVector.keys()], (vector, values, at) => {
    const { seq, estimate } = byVector.get(vector) as Candidate;
    const score = cosine(question, values, at);
    // A vector whose row is damaged says nothing of the errors of others.
    if (Number.isNaN(score)) return;
    error = Math.max(error, Math.abs(score - estimate));
    if (score > (scores.get(seq) ?? Number.NEGATIVE_INFINITY)) scores.set(seq, score);
  });
  return error;
}
