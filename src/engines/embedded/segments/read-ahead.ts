import { setImmediate } from 'node:timers/promises';
import type { Store } from '../store.ts';
import { LostSegment } from './segment-body.ts';

/** Reads a piece of a segment that has not been read; false where there is none. Errors: `LostSegment`. */
export type LateRead = () => boolean;

/**
 * Reads in the background what no search by words has needed yet, so that the next ones need not wait for the file.
 * Metadata are left alone: where nothing is filtered they would only take memory.
 */
export class ReadAhead {
  /** What is being read, or has been. */
  #begun: readonly LateRead[] = [];

  /**
   * Begins where there is something to read. Given up when the segments change; the next call goes on with what is
   * left. `onLost` is told of a segment that cannot be read.
   */
  soon(store: Store, current: () => readonly LateRead[], onLost: (segment: number) => void): void {
    const reads = current();
    if (this.#begun === reads) return;
    this.#begun = reads;
    const isWanted = () => current() === reads && !store.closing.signal.aborted;
    store.inBackground(async () => {
      try {
        await runInTurns(() => isWanted() && reads.some((read) => read()));
      } catch (error) {
        if (error instanceof LostSegment) onLost(error.segment);
        else throw error;
      }
    });
  }
}

/** How long background work goes on before the event loop gets its turn, with nothing else to do and at most. */
const minTurnMs = 4;
const maxTurnMs = 24;

/** Share of the time between two turns that the next may last: an index that is much asked catches up as well. */
const turnShare = 0.5;

/** Runs steps of about a millisecond behind everything else that there is to do, until one says that none is left. */
async function runInTurns(step: () => boolean): Promise<void> {
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
