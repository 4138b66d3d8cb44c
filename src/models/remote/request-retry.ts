import { setTimeout as delay } from 'node:timers/promises';
import type { ModelWait } from '../../contracts/generator.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';

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
      await delay(ms, undefined, { signal });
    } catch (cause) {
      throw new FootnoteError('aborted', {}, { cause });
    }
  },
};

/** Runs `run` with a signal that goes off after a time, unless it is over before: see {@link TimeLimit}. */
export async function withinTime<T>(
  what: string,
  ms: number,
  run: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new TimeLimit(what, ms);
  try {
    return await run(limit.signal);
  } finally {
    limit.callOff();
  }
}

/** A signal that goes off after a time unless it is called off before. */
export class TimeLimit {
  /** Its reason is an `Error` that says in words how long was waited for what. */
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(what: string, ms: number) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#timer = setTimeout(() => controller.abort(new Error(`no ${what} within ${ms} ms`)), ms);
  }

  /** From here on it does not go off. */
  callOff(): void {
    clearTimeout(this.#timer);
  }
}

/** A shorter wait is not worth a word. */
const minToldMs = 500;
const tooManyRequests = 429;

/** A wait of so many milliseconds for whoever asked, undefined where nobody can say how many; none of a short one. */
export function waitsWorthTelling(
  reason: ModelWait['reason'],
  waitMs: number | undefined,
): readonly ModelWait[] {
  if (waitMs !== undefined && waitMs < minToldMs) return [];
  const seconds = waitMs === undefined ? null : secondsOf(waitMs);
  return [{ type: 'waiting', reason, seconds }];
}

/** Why a request is repeated that failed with `error`. */
export function waitReason(error: unknown): ModelWait['reason'] {
  const isRefused = isFootnoteError(error) && error.details['status'] === tooManyRequests;
  return isRefused ? 'high-traffic' : 'no-answer';
}

/** Whole seconds that are surely over then. */
export function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

/** How often and how patiently a request is repeated. */
export interface RetryPolicy {
  /** Repetitions after the first attempt. */
  readonly maxRetries: number;
  /** Wait before the first repetition; each further one waits twice as long, at most 10 s. Default 500. */
  readonly firstDelayMs?: number;
  /** Longest wait before one, whatever the server asks for. Default: none. */
  readonly maxDelayMs?: number;
  /** When the answer must be there, by the clock. A wait that would reach it is not begun. Default: never. */
  readonly deadlineMs?: number;
}

const maxBackoffMs = 10_000;
/** Share of a wait that chance may add to it. */
const jitter = 0.25;

/** The policy where someone is waiting for an answer: two repetitions, or `maxRetries` where that is less, of 2 s. */
export function waitingPolicy(maxRetries: number, deadlineMs: number): RetryPolicy {
  return { maxRetries: Math.min(maxRetries, 2), maxDelayMs: 2_000, deadlineMs };
}

/** What {@link withRetries} works with. */
interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Ends it, also while it waits. */
  readonly signal: AbortSignal;
  /** Is told of every wait that is worth it before it begins. */
  readonly onWait?: ((wait: ModelWait) => void) | undefined;
}

/**
 * Repeats `attempt` while it fails in a way that {@link retryDelayMs} has a wait for.
 * Errors: the last failure; any other at once; `aborted` while it waits.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { policy, clock, signal, onWait }: RetryOptions,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      const delayMs = retryDelayMs(error, retry, policy, clock);
      if (delayMs === undefined) throw error;
      if (onWait) for (const wait of waitsWorthTelling(waitReason(error), delayMs)) onWait(wait);
      await clock.delay(delayMs, signal);
    }
  }
}

/**
 * How long to wait before repetition `retry`, from 0, of what failed with `error`; undefined where it is not to be
 * repeated, as all but `model_unavailable`. As long as `details.retryAfterMs` says, else twice as long each time with
 * jitter, so that clients that were refused together do not come back together
 * (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/).
 */
export function retryDelayMs(
  error: unknown,
  retry: number,
  { maxRetries, firstDelayMs = 500, maxDelayMs = Infinity, deadlineMs = Infinity }: RetryPolicy,
  clock: Clock,
): number | undefined {
  if (!isFootnoteError(error) || error.code !== 'model_unavailable' || retry >= maxRetries) return undefined;
  const delayMs = Math.min(maxDelayMs, askedDelayMs(error) ?? backoffMs(firstDelayMs, retry));
  return clock.now() + delayMs < deadlineMs ? delayMs : undefined;
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

function backoffMs(firstDelayMs: number, retry: number): number {
  return Math.min(maxBackoffMs, firstDelayMs * 2 ** retry) * (1 + jitter * Math.random());
}
