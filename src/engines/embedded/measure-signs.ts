import { SignRanks } from './sign-ranks.ts';
import { matrixOf, rowsOf, type VectorSegment } from './vector-segment.ts';

/** So many of the index's own vectors are the questions. */
export const sampledVectors = 64;

/**
 * How many rows have to be kept by their signs, so that the nearest neighbours of the index's own vectors are among
 * them. In steps, each some milliseconds; the segments must not change meanwhile.
 */
export function* measureSigns(segments: readonly VectorSegment[]): Generator<void, number> {
  for (const { matrix } of segments) while (matrix.readNext()) yield;
  const rows = rowsOf(segments);
  const ranks = new SignRanks(
    Array.from({ length: sampledVectors }, (_, sample) =>
      vectorAt(segments, Math.floor(((sample + 0.5) * rows) / sampledVectors)),
    ),
  );
  for (const segment of segments) yield* ranks.add(segment);
  return ranks.kept();
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
