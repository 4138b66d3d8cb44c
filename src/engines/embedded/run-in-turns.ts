import { setImmediate } from 'node:timers/promises';

/** How long background work goes on before the event loop gets its turn, with nothing else to do and at most. */
const minTurnMs = 4;
const maxTurnMs = 24;

/** Share of the time between two turns that the next may last: an index that is much asked catches up as well. */
const turnShare = 0.5;

/** Runs steps of about a millisecond behind everything else that there is to do, until one says that none is left. */
export async function runInTurns(step: () => boolean): Promise<void> {
  for (;;) {
    const endMs = performance.now();
    // The question that gave rise to the work goes first.
    await setImmediate();
    const turnMs = performance.now();
    const lengthMs = Math.min(maxTurnMs, Math.max(minTurnMs, turnShare * (turnMs - endMs)));
    do if (!step()) return;
    while (performance.now() - turnMs < lengthMs);
  }
}
