import { runInTurns } from './run-in-turns.ts';
import { LostSegment, type SegmentBody } from './segment-body.ts';
import type { Store } from './store.ts';
import type { TextSegment } from './text-segment.ts';

/** Reads in the background what no search has needed yet, so that the next ones need not wait for the file. */
export class ReadAhead {
  /** What is being read, or has been. */
  #begun: readonly TextSegment[] = [];

  /**
   * Begins where there is something to read. Given up when the segments change; the next call goes on with what is
   * left. `onLost` is told of a segment that cannot be read.
   */
  soon(store: Store, current: () => readonly TextSegment[], onLost: (segment: number) => void): void {
    const segments = current();
    if (this.#begun === segments) return;
    this.#begun = segments;
    const isWanted = () => current() === segments && !store.closing.signal.aborted;
    store.inBackground(async () => {
      try {
        await runInTurns(readOn(segments.map(({ body }) => body)), isWanted);
      } catch (error) {
        if (error instanceof LostSegment) onLost(error.segment);
        else throw error;
      }
    });
  }
}

/** A piece a step. */
function* readOn(bodies: readonly SegmentBody[]): Generator<void, true> {
  for (const body of bodies) while (body.readPiece()) yield;
  return true;
}
