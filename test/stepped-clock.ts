import type { Clock } from '../src/models/remote/request-retry.ts';

/** A clock that moves only when it is waited for, and how long it was. */
export interface SteppedClock extends Clock {
  readonly waits: readonly number[];
}

export function steppedClock(): SteppedClock {
  let nowMs = Date.parse('2030-01-01T00:00:00Z');
  const waits: number[] = [];
  return {
    waits,
    now: () => nowMs,
    async delay(ms) {
      waits.push(ms);
      nowMs += ms;
    },
  };
}
