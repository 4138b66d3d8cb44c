import { setTimeout } from 'node:timers/promises';
import { FootnoteError } from '../../errors.ts';

/** Time as adapters of remote models see it, so that waiting can be tested without waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds. Errors: `aborted`. */
  delay(ms: number, signal: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: Date.now,
  async delay(ms, signal) {
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (cause) {
      throw new FootnoteError('aborted', {}, { cause });
    }
  },
};
