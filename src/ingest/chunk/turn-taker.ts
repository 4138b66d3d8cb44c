import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../errors.ts';

/** Work between two pauses. A question that is answered meanwhile takes several turns and waits so long for each. */
const turnMs = 2;

/**
 * Keeps long work from holding up the process: the function returned is called at each step, and now and then lets
 * others have their turn and looks at the signal. Errors, at once and later: `aborted`.
 */
export function turnTaker(signal: AbortSignal | undefined): () => Promise<void> {
  throwIfAborted(signal);
  let startedMs = performance.now();
  return async () => {
    if (performance.now() - startedMs < turnMs) return;
    await setImmediate();
    throwIfAborted(signal);
    startedMs = performance.now();
  };
}
