import { isFootnoteError } from '../errors.ts';
import type { Clock } from './clock.ts';

/** How often and how patiently a request is repeated. */
export interface RetryPolicy {
  /** Repetitions after the first attempt. */
  readonly maxRetries: number;
  /** Longest wait before one, whatever the server asks for. */
  readonly maxDelayMs: number;
}

const firstDelayMs = 500;

/** The policy where someone is waiting for an answer: two repetitions, or `maxRetries` where that is less, of 2 s. */
export function waitingPolicy(maxRetries: number): RetryPolicy {
  return { maxRetries: Math.min(maxRetries, 2), maxDelayMs: 2_000 };
}

/**
 * Repeats `attempt` while it fails with `model_unavailable`. Waits as long as `details.retryAfterMs` of the failure
 * says, else twice as long each time with jitter, so that clients that were refused together do not come back
 * together (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/).
 * Errors: the last failure; any other at once; `aborted` while it waits.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { maxRetries, maxDelayMs }: RetryPolicy,
  clock: Clock,
  signal: AbortSignal,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      const isOver = !isFootnoteError(error) || error.code !== 'model_unavailable' || retry >= maxRetries;
      if (isOver) throw error;
      await clock.delay(Math.min(maxDelayMs, askedDelayMs(error) ?? backoffMs(retry)), signal);
    }
  }
}

/** How long a server that is not available asked to be left alone; undefined where it did not say. */
export function askedDelayMs(error: unknown): number | undefined {
  if (!isFootnoteError(error) || error.code !== 'model_unavailable') return undefined;
  const { retryAfterMs } = error.details;
  return typeof retryAfterMs === 'number' ? retryAfterMs : undefined;
}

/**
 * The milliseconds that a `Retry-After` header asks for, in seconds or as a date (RFC 9110, section 10.2.3);
 * undefined where there is none or it says neither.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function backoffMs(retry: number): number {
  return firstDelayMs * 2 ** retry * (0.5 + Math.random() / 2);
}
