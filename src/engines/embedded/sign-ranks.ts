import { addUp } from './add-up.ts';
import { signDistances } from './nearest-signs.ts';
import { type ScoredPlace, TopPlaces } from './top-places.ts';
import { matrixOf, type QuantisedQuestion, quantiseQuestion, type VectorSegment } from './vector-segment.ts';

/** So many nearest rows of each question are looked for; a vector of the index finds itself first. */
const neighbours = 11;

/** Share of all those neighbours that must be among the rows kept. */
const wantedRecall = 0.998;

/** A question with its nearest rows so far. */
interface Asked {
  readonly vector: Float32Array;
  readonly quantised: QuantisedQuestion;
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
      vector,
      quantised: quantiseQuestion(vector),
      nearest: new TopPlaces(neighbours),
      differences: new Map(),
      counts: new Uint32Array(vector.length + 1),
    }));
  }

  /** Rows that have been looked at. */
  get rows(): number {
    return this.#rows;
  }

  /** Looks at a segment that is read, a question a step; it must not change meanwhile. */
  *add(segment: VectorSegment): Generator<void, void> {
    const index = this.#segments++;
    this.#rows += segment.rows;
    for (const asked of this.#questions) {
      offerRows(segment, index, asked);
      countRows(segment, index, asked);
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

function offerRows(segment: VectorSegment, index: number, { quantised, nearest }: Asked): void {
  const { memory, rows, offsets, scale } = segment;
  const products = memory.multiply(matrixOf(segment), rows, quantised.numbers);
  for (let row = 0; row < rows; row++) {
    const score = ((products[row] as number) - (offsets[row] as number)) / scale;
    if (score >= nearest.threshold) nearest.offer(index, row, score);
  }
}

function countRows(
  segment: VectorSegment,
  index: number,
  { vector, nearest, differences, counts }: Asked,
): void {
  const [found] = signDistances([segment], vector) as [Uint16Array];
  for (let row = 0; row < found.length; row++) {
    const difference = found[row] as number;
    counts[difference] = (counts[difference] as number) + 1;
  }
  for (const row of nearest.candidates())
    if (row.segment === index) differences.set(row, found[row.place] as number);
}
