import type { ModelWait } from '../contracts/generator.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { RequestGate } from './request-gate.ts';
import { type RetryPolicy, retryDelayMs } from './request-retry.ts';

/** What {@link streamWithRetries} works with. */
export interface StreamRetryOptions {
  /** The model, for errors. */
  readonly model: string;
  readonly gate: RequestGate;
  readonly policy: RetryPolicy & { readonly deadlineMs: number };
  readonly clock: Clock;
  /** Ends it, also while it waits. */
  readonly signal: AbortSignal;
}

/** A shorter wait is not worth a word. */
const minToldMs = 500;
const tooManyRequests = 429;

/**
 * Streams what `attempt` yields when it is its turn, and repeats it as the policy says where it fails before it has
 * yielded anything. Every wait for the model is told before it begins.
 * Errors: the last failure; `model_unavailable` where the turn would come after the deadline; `aborted` while it waits.
 */
export async function* streamWithRetries<T>(
  attempt: () => AsyncIterable<T>,
  { model, gate, policy, clock, signal }: StreamRetryOptions,
): AsyncGenerator<T | ModelWait, void> {
  for (let retry = 0; ; retry++) {
    const { waitMs } = gate;
    if (waitMs !== undefined && clock.now() + waitMs >= policy.deadlineMs) {
      const reason = `it asked to be left alone for ${secondsOf(waitMs)} s`;
      throw new FootnoteError('model_unavailable', { model, reason });
    }
    yield* worthTelling('high-traffic', waitMs);
    let hasYielded = false;
    try {
      for await (const item of gate.stream(attempt, signal)) {
        hasYielded = true;
        yield item;
      }
      return;
    } catch (error) {
      const delayMs = hasYielded ? undefined : retryDelayMs(error, retry, policy, clock);
      if (delayMs === undefined) throw error;
      const isRefused = isFootnoteError(error) && error.details['status'] === tooManyRequests;
      yield* worthTelling(isRefused ? 'high-traffic' : 'no-answer', delayMs);
      await clock.delay(delayMs, signal);
    }
  }
}

/** `waitMs` undefined: nobody can say how long. */
function worthTelling(reason: ModelWait['reason'], waitMs: number | undefined): readonly ModelWait[] {
  if (waitMs !== undefined && waitMs < minToldMs) return [];
  const seconds = waitMs === undefined ? null : secondsOf(waitMs);
  return [{ type: 'waiting', reason, seconds, message: waitMessage(reason, seconds) }];
}

function waitMessage(reason: ModelWait['reason'], seconds: number | null): string {
  const span = seconds === 1 ? '1 second' : `${seconds} seconds`;
  if (reason === 'no-answer') return `The model does not answer. Asking again in ${span}.`;
  return seconds === null ? 'High traffic, please wait.' : `High traffic, please wait ${span}.`;
}

function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
