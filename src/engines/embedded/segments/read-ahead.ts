import { runInTurns } from '../run-in-turns.ts';
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
