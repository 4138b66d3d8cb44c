/** A scored place in a segment. */
export interface ScoredPlace {
  readonly segment: number;
  readonly place: number;
  readonly score: number;
}

/**
 * Collects the places that can be among the best `limit` by score. Ties are not broken here, since that takes ids:
 * all places that score as the last one are kept. The `limit` best scores form a binary heap, the least on top.
 */
export class TopPlaces {
  readonly #scores: Float64Array;
  #filled = 0;
  #collected: ScoredPlace[] = [];
  /** Places below this score are out. */
  threshold: number;

  /** `threshold` is what a place must score from the beginning on; by default anything. */
  constructor(limit: number, threshold = Number.NEGATIVE_INFINITY) {
    this.#scores = new Float64Array(limit);
    this.threshold = threshold;
  }

  /** Takes a place whose score is at least the threshold. */
  offer(segment: number, place: number, score: number): void {
    this.#collected.push({ segment, place, score });
    const scores = this.#scores;
    if (this.#filled < scores.length) {
      this.#rise(this.#filled++, score);
      if (this.#filled < scores.length) return;
    } else if (score > this.threshold) {
      this.#sink(score);
    }
    this.threshold = scores[0] as number;
  }

  /** Every place offered that scores at least as the last of the best `limit`, in no order. */
  candidates(): readonly ScoredPlace[] {
    this.#collected = this.#collected.filter(({ score }) => score >= this.threshold);
    return this.#collected;
  }

  #rise(from: number, score: number): void {
    const scores = this.#scores;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if ((scores[parent] as number) <= score) break;
      scores[at] = scores[parent] as number;
      at = parent;
    }
    scores[at] = score;
  }

  /** Replaces the least score. */
  #sink(score: number): void {
    const scores = this.#scores;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= scores.length) break;
      if (child + 1 < scores.length && (scores[child + 1] as number) < (scores[child] as number)) child++;
      if ((scores[child] as number) >= score) break;
      scores[at] = scores[child] as number;
      at = child;
    }
    scores[at] = score;
  }
}
