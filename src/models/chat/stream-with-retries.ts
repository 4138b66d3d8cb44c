import type { ModelWait } from '../../contracts/generator.ts';
import { FootnoteError } from '../../errors.ts';
import type { Clock } from '../remote/clock.ts';
import { secondsOf, waitReason, waitsWorthTelling } from '../remote/model-wait.ts';
import type { RequestGate } from '../remote/request-gate.ts';
import { type RetryPolicy, retryDelayMs } from '../remote/request-retry.ts';

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
      const reason = `it takes no requests for another ${secondsOf(waitMs)} s`;
      throw new FootnoteError('model_unavailable', { model, reason, remedy: 'Ask again after that' });
    }
    yield* waitsWorthTelling('high-traffic', waitMs);
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
      yield* waitsWorthTelling(waitReason(error), delayMs);
      await clock.delay(delayMs, signal);
    }
  }
}
