import { addUp } from './add-up.ts';
import { countDistances, signDistances } from './nearest-signs.ts';
import { TopPlaces } from './top-places.ts';
import { matrixOf, quantiseQuestion, rowsOf, signsOf, type VectorSegment } from './vector-segment.ts';

/** So many of the index's own vectors are the questions, and so many neighbours of each are looked for, itself first. */
const samples = 64;
const neighbours = 11;

/** Share of all those neighbours that must be among the rows kept. */
const wantedRecall = 0.998;

/**
 * How many rows have to be kept by their signs, so that the nearest neighbours of the index's own vectors are among
 * them. In steps, each some milliseconds; the segments must not change meanwhile.
 */
export function* measureSigns(segments: readonly VectorSegment[]): Generator<void, number> {
  const rows = rowsOf(segments);
  for (const segment of segments) {
    while (segment.matrix.readNext()) yield;
    signsOf(segment);
    yield;
  }
  const ranks: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const question = vectorAt(segments, Math.floor(((sample + 0.5) * rows) / samples));
    const nearest = yield* nearestRows(segments, question);
    const distances = signDistances(segments, question);
    const within = countDistances(distances);
    addUp(within);
    for (const { segment, place } of nearest) {
      const distance = distances[segment]?.[place] as number;
      ranks.push(within[distance] as number);
    }
    yield;
  }
  const sorted = Float64Array.from(ranks).toSorted();
  return sorted[Math.ceil(wantedRecall * sorted.length) - 1] ?? rows;
}

function* nearestRows(
  segments: readonly VectorSegment[],
  question: Float32Array,
): Generator<void, ReturnType<TopPlaces['candidates']>> {
  const { numbers } = quantiseQuestion(question);
  const top = new TopPlaces(neighbours);
  for (const [index, segment] of segments.entries()) {
    const { memory, rows, offsets, scale } = segment;
    const products = memory.multiply(matrixOf(segment), rows, numbers);
    for (let row = 0; row < rows; row++) {
      const score = ((products[row] as number) - (offsets[row] as number)) / scale;
      if (score >= top.threshold) top.offer(index, row, score);
    }
    yield;
  }
  return top.candidates();
}

/** A row counted through all segments, as quantised: its length does not matter here. */
function vectorAt(segments: readonly VectorSegment[], place: number): Float32Array {
  let row = place;
  for (const segment of segments) {
    const { memory, rows, dimension } = segment;
    if (row < rows)
      return Float32Array.from(memory.bytes(matrixOf(segment) + row * memory.stride, dimension));
    row -= rows;
  }
  throw new RangeError(`The index has fewer than ${place + 1} vectors.`);
}
