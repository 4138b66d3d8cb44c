import { type NearRows, nearestBySigns } from './nearest-signs.ts';
import { holdsAt, minSignRows, type SignMeasurement, unmeasured } from './sign-measurement.ts';
import { rowsOf, type VectorSegment } from './vector-segment.ts';

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
