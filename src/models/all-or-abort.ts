import { eitherSignal } from '../errors.ts';

/**
 * Runs tasks side by side and returns their results in order; the first that fails stops the others through the
 * signal they are given. Errors: that failure.
 */
export async function allOrAbort<T>(
  tasks: readonly ((signal: AbortSignal) => Promise<T>)[],
  signal: AbortSignal | undefined,
): Promise<readonly T[]> {
  const failed = new AbortController();
  const either = eitherSignal(signal, failed.signal);
  try {
    return await Promise.all(tasks.map((task) => task(either)));
  } catch (error) {
    failed.abort();
    throw error;
  }
}
