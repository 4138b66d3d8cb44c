import { setImmediate } from 'node:timers/promises';

/** How long background work goes on before the event loop gets its turn. */
const turnLengthMs = 4;

/**
 * Runs steps of about a millisecond behind everything else that there is to do, and gives them up where they are no
 * longer wanted: then undefined.
 */
export async function runInTurns<T>(
  steps: Generator<void, T>,
  isWanted: () => boolean,
): Promise<T | undefined> {
  for (;;) {
    // The question that gave rise to the work goes first.
    await setImmediate();
    const turnMs = performance.now();
    do {
      if (!isWanted()) return undefined;
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() - turnMs < turnLengthMs);
  }
}
