import { FootnoteError, throwIfAborted } from '../../errors.ts';
import type { Clock } from './request-retry.ts';
import { askedDelayMs } from './request-retry.ts';

/** One of the requests that may run at a time. */
interface Lane {
  /** When its pause is over. */
  readyAtMs: number;
}

/** Settings of {@link RequestGate}. */
interface RequestGateOptions {
  /** Requests that run at a time. */
  readonly concurrency: number;
  /** How long each of them rests after a request before it may begin another. */
  readonly pauseMs: number;
  readonly clock: Clock;
}

/** Longest time that no request begins because the server asked for it. */
export const maxHoldMs = 60_000;

/**
 * Lets a few requests through at a time, in the order they came, with pauses between them. A server that asks one
 * request to come back later is left alone by all until then, at most {@link maxHoldMs}.
 */
export class RequestGate {
  readonly #options: RequestGateOptions;
  readonly #idle: Lane[];
  readonly #waiting = new Set<(lane: Lane) => void>();
  #heldUntilMs = 0;

  constructor(options: RequestGateOptions) {
    this.#options = options;
    this.#idle = Array.from({ length: options.concurrency }, () => ({ readyAtMs: 0 }));
  }

  /** How long a request that came now would wait; undefined where that is up to those before it. */
  get waitMs(): number | undefined {
    const [next] = this.#idle;
    return next && this.#restMs(next);
  }

  /** Runs `request` when it is its turn. Errors: its own; `aborted` while it waits. */
  async run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const lane = await this.#enter(signal);
    try {
      return await request();
    } catch (error) {
      this.#hold(error);
      throw error;
    } finally {
      this.#leave(lane);
    }
  }

  /** Passes on what `request` yields when it is its turn, which ends with it. Errors: as of {@link RequestGate.run}. */
  async *stream<T>(request: () => AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
    const lane = await this.#enter(signal);
    try {
      yield* request();
    } catch (error) {
      this.#hold(error);
      throw error;
    } finally {
      this.#leave(lane);
    }
  }

  #hold(error: unknown): void {
    const askedMs = Math.min(maxHoldMs, askedDelayMs(error) ?? 0);
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#options.clock.now() + askedMs);
  }

  async #enter(signal: AbortSignal): Promise<Lane> {
    throwIfAborted(signal);
    const lane = this.#idle.shift() ?? (await this.#turn(signal));
    try {
      await this.#rest(lane, signal);
    } catch (error) {
      this.#pass(lane);
      throw error;
    }
    return lane;
  }

  async #turn(signal: AbortSignal): Promise<Lane> {
    const { promise, resolve, reject } = Promise.withResolvers<Lane>();
    const abort = () => {
      this.#waiting.delete(resolve);
      reject(new FootnoteError('aborted', {}, { cause: signal.reason }));
    };
    this.#waiting.add(resolve);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  #leave(lane: Lane): void {
    lane.readyAtMs = this.#options.clock.now() + this.#options.pauseMs;
    this.#pass(lane);
  }

  #pass(lane: Lane): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#idle.push(lane);
      return;
    }
    this.#waiting.delete(next);
    next(lane);
  }

  async #rest(lane: Lane, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      throwIfAborted(signal);
      const restMs = this.#restMs(lane);
      if (restMs <= 0) return;
      await clock.delay(restMs, signal);
    }
  }

  #restMs({ readyAtMs }: Lane): number {
    return Math.max(0, Math.max(readyAtMs, this.#heldUntilMs) - this.#options.clock.now());
  }
}
