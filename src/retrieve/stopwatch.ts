import type { Timings } from './hit.ts';

/** Collects how long each stage took, in milliseconds; one that ran twice took both times. Stages may overlap. */
export interface Stopwatch {
  /** Runs `work` and notes its time under `stage`, also when it fails. */
  time<Result>(stage: string, work: () => Result | Promise<Result>): Promise<Result>;
  /** What was noted so far, with the time since the stopwatch was made as `total`. */
  read(): Timings;
}

export function startStopwatch(): Stopwatch {
  const startedMs = performance.now();
  const timings: Record<string, number> = {};
  return {
    async time(stage, work) {
      const stageStartedMs = performance.now();
      try {
        return await work();
      } finally {
        timings[stage] = (timings[stage] ?? 0) + performance.now() - stageStartedMs;
      }
    },
    read: () => ({ ...timings, total: performance.now() - startedMs }),
  };
}
