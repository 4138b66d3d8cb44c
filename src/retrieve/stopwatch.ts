import { inSpan } from '../spans.ts';
import type { Timings } from './hit.ts';

/** Collects how long each stage took, in milliseconds; one that ran twice took both times. Stages may overlap. */
export class Stopwatch {
  readonly #startedMs = performance.now();
  readonly #timings: Record<string, number> = {};

  /** Runs `work` and notes its time under `stage`, also when it fails, and as a span where anyone traces. */
  async time<Result>(stage: string, work: () => Result | Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    try {
      return await inSpan(`footnote.${stage}`, work);
    } finally {
      this.#timings[stage] = (this.#timings[stage] ?? 0) + performance.now() - startedMs;
    }
  }

  /** What was noted so far, with the time since the stopwatch was made as `total`. */
  read(): Timings {
    return { ...this.#timings, total: performance.now() - this.#startedMs };
  }
}
