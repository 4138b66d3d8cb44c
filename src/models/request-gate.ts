import { FootnoteError, throwIfAborted } from '../errors.ts';
import type { Clock } from './clock.ts';

/** One of the requests that may run at a time. */
interface Lane {
  /** When its pause is over. */
  readyAtMs: number;
}

/** Settings of {@link RequestGate}. */
export interface RequestGateOptions {
  /** Requests that run at a time. */
  readonly concurrency: number;
  /** How long each of them rests after a request before it may begin another. */
  readonly pauseMs: number;
  readonly clock: Clock;
}

/** Lets a few requests through at a time, in the order they came, with pauses between them. */
export class RequestGate {
  readonly #options: RequestGateOptions;
  readonly #idle: Lane[];
  readonly #waiting = new Set<(lane: Lane) => void>();
  #heldUntilMs = 0;

  constructor(options: RequestGateOptions) {
    this.#options = options;
    this.#idle = Array.from({ length: options.concurrency }, () => ({ readyAtMs: 0 }));
  }

  /** Runs `request` when it is its turn. Errors: its own; `aborted` while it waits. */
  async run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const lane = await this.#enter(signal);
    try {
      await this.#rest(lane, signal);
      return await request();
    } finally {
      lane.readyAtMs = this.#options.clock.now() + this.#options.pauseMs;
      this.#leave(lane);
    }
  }

  /** Begins no request for so long. */
  hold(ms: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#options.clock.now() + ms);
  }

  async #enter(signal: AbortSignal): Promise<Lane> {
    throwIfAborted(signal);
    const free = this.#idle.shift();
    if (free) return free;
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
      const restMs = Math.max(lane.readyAtMs, this.#heldUntilMs) - clock.now();
      if (restMs <= 0) return;
      await clock.delay(restMs, signal);
    }
  }
}
