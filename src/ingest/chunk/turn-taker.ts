import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../errors.ts';

/** Steps between two pauses: some milliseconds. */
const stepsPerTurn = 256;

/**
 * Keeps long work from holding up the process: the function returned is called at each step, and now and then lets
 * others have their turn and looks at the signal. Errors, at once and later: `aborted`.
 */
export function turnTaker(signal: AbortSignal | undefined): () => Promise<void> {
  throwIfAborted(signal);
  let steps = 0;
  return async () => {
    steps += 1;
    if (steps % stepsPerTurn !== 0) return;
    await setImmediate();
    throwIfAborted(signal);
  };
}
