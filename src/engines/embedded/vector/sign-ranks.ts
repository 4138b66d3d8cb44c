import { addUp } from '../add-up.ts';
import { type ScoredPlace, TopPlaces } from '../keyword/keyword-search.ts';
import { quantiseQuestion, withoutOffset } from './quantise.ts';
import { centred } from './sign-filter.ts';
import { matrixOf, signsOf, type VectorSegment } from './vector-segment.ts';

/** So many nearest rows of each question are looked for; a vector of the index finds itself first. */
const neighbours = 11;

/** Share of all those neighbours that must be among the rows kept. */
const wantedRecall = 0.998;

/** Rows that all questions are compared with at once: they stay in the processor's cache until all have been. */
const rowsPerStep = 1024;

/** A question with its nearest rows so far. */
interface Asked {
  /** As the kernels take it: to be multiplied, and for its signs. */
  readonly numbers: Int8Array;
  readonly centred: Int8Array;
  readonly nearest: TopPlaces;
  /** In how many signs each of these differs from the question; those that are no more among them stay. */
  readonly differences: Map<ScoredPlace, number>;
  /** How many rows there are at each difference. */
  readonly counts: Uint32Array;
}

/**
 * Finds out how many rows have to be kept by their signs, so that the nearest neighbours of some questions are among
 * them. Segments are looked at one after another, so no two of them need be in memory.
 */
export class SignRanks {
  readonly #questions: readonly Asked[];
  #segments = 0;
  #rows = 0;

  constructor(questions: readonly Float32Array[]) {
    this.#questions = questions.map((vector) => ({
      numbers: quantiseQuestion(vector).numbers,
      centred: centred(vector),
      nearest: new TopPlaces(neighbours),
      differences: new Map(),
      counts: new Uint32Array(vector.length + 1),
    }));
  }

  /** Rows that have been looked at. */
  get rows(): number {
    return this.#rows;
  }

  /** Looks at a segment that is read, some rows a step; it must not change meanwhile. */
  *add(segment: VectorSegment): Generator<void, void> {
    const index = this.#segments++;
    this.#rows += segment.rows;
    for (let from = 0; from < segment.rows; from += rowsPerStep) {
      const rows = { segment, index, from, count: Math.min(rowsPerStep, segment.rows - from) };
      for (const asked of this.#questions) {
        offerRows(rows, asked);
        countRows(rows, asked);
      }
      yield;
    }
  }

  /** How many rows have to be kept. */
  kept(): number {
    const ranks = this.#questions.flatMap(({ nearest, differences, counts }) => {
      const within = counts.slice();
      addUp(within);
      return nearest.candidates().map((row) => within[differences.get(row) as number] as number);
    });
    const sorted = Float64Array.from(ranks).toSorted();
    return sorted[Math.ceil(wantedRecall * sorted.length) - 1] ?? this.#rows;
  }
}

/** Neighbouring rows of a segment, which has a number. */
interface Rows {
  readonly segment: VectorSegment;
  readonly index: number;
  readonly from: number;
  readonly count: number;
}

function offerRows({ segment, index, from, count }: Rows, { numbers, nearest }: Asked): void {
  const { memory, sums, scale } = segment;
  const products = memory.multiply(matrixOf(segment) + from * memory.stride, count, numbers);
  for (let at = 0; at < count; at++) {
    const score = withoutOffset(products[at] as number, sums[from + at] as number) / scale;
    if (score >= nearest.threshold) nearest.offer(index, from + at, score);
  }
}

function countRows(
  { segment, index, from, count }: Rows,
  { centred, nearest, differences, counts }: Asked,
): void {
  const { memory } = segment;
  const signs = signsOf(segment) + from * memory.signStride;
  const [found] = memory.countDifferences([{ signs, rows: count }], centred) as [Uint16Array];
  for (let at = 0; at < count; at++) {
    const difference = found[at] as number;
    counts[difference] = (counts[difference] as number) + 1;
  }
  for (const row of nearest.candidates()) {
    const at = row.place - from;
    if (row.segment === index && at >= 0 && at < count) differences.set(row, found[at] as number);
  }
}
