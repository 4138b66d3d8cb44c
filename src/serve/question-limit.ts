import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { onRequestHookHandler } from 'fastify';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { errorText, sendFailure } from './reply-error.ts';

/** Questions that are always worked on: while one waits for its vector, another processor can search for a second. */
const always = Math.min(2, availableParallelism());

/** Idle time of the event loop that is more than going to sleep and being woken at once, in milliseconds. */
const leastIdleMs = 0.25;

/** Between two looks at whether there is time for one that waits, in milliseconds. */
const lookMs = 1;

/** A question that waits for its turn. */
interface Waiting {
  /** Its turn has come. */
  readonly begin: () => void;
  /** It leaves the queue for a reason. */
  readonly leave: (reason: FootnoteError) => void;
}

/** Whether a process could do more than it does. */
export interface SpareTime {
  /** There has been some since it was last used. */
  readonly isThere: boolean;
  /** Gives it away, for one piece of work. */
  use(): void;
}

/** Milliseconds in which the event loop of this thread has had nothing to do, so far. */
function idleMs(): number {
  return performance.eventLoopUtilization().idle;
}

/** That time, as far as it is not used. */
function idleTime(): SpareTime {
  let usedMs = 0;
  return {
    get isThere() {
      return idleMs() - usedMs >= leastIdleMs;
    },
    use() {
      usedMs = idleMs();
    },
  };
}

/**
 * Keeps the questions that a server works on at once to as many as make it faster. One more is begun only after the
 * event loop has been idle: then those under way wait for a model or a server, and another costs them nothing. Where
 * they don't, one more would only make all of them slower. No number can say this, since a question takes
 * milliseconds where its answer is quoted, and seconds where a model elsewhere writes it.
 *
 * Those that wait are taken newest first, within bounds of number and time: of a rush that ends all are answered; of
 * one that goes on, those that are answered have hardly waited (adaptive LIFO: Maurer, Fail at Scale, ACM Queue 13(8),
 * 2015). What comes beyond is refused before anything is done for it.
 */
export class QuestionLimit {
  readonly #maxQuestions: number;
  readonly #maxQueued: number;
  readonly #maxQueueMs: number;
  readonly #spare: SpareTime;
  readonly #refusal: FootnoteError;
  /** The newest last. */
  readonly #waiting: Waiting[] = [];
  /** How long others have waited whenever one ended, in questions: see {@link QuestionLimit.#mostWaiting}. */
  #pressure = 0;
  #underWay = 0;
  #looks: NodeJS.Timeout | undefined;

  constructor(
    {
      maxQuestions,
      maxQueued,
      maxQueueMs,
    }: Pick<Config['server'], 'maxQuestions' | 'maxQueued' | 'maxQueueMs'>,
    spare = idleTime(),
  ) {
    this.#maxQuestions = maxQuestions;
    this.#maxQueued = maxQueued;
    this.#maxQueueMs = maxQueueMs;
    this.#spare = spare;
    this.#refusal = new FootnoteError('server_busy', { limit: maxQuestions, queued: maxQueued });
  }

  /**
   * Refuses questions while there is no room for any, to routes that say `isQuestion`: nothing but their addresses and
   * headers is looked at, and what the native API replies is made once, since it costs what answers are made with.
   */
  refuseEarly(): onRequestHookHandler {
    const { status } = this.#refusal;
    const text = errorText(this.#refusal);
    return ({ routeOptions }, reply, done) => {
      if (!routeOptions.config.isQuestion || !this.#isFull) done();
      else if (routeOptions.url?.startsWith('/api/v1/')) sendFailure(reply, status, text);
      else done(this.#refusal);
    };
  }

  /**
   * Does `work` when its turn has come; it counts until it has settled. `signal` says that nobody waits for it any
   * more: then it leaves the queue. Errors: `server_busy` where the queue is full, or the turn did not come within
   * `server.maxQueueMs`; `aborted`; those of `work`.
   */
  async run<Result>(work: () => PromiseLike<Result>, signal: AbortSignal): Promise<Result> {
    throwIfAborted(signal);
    if (this.#hasRoom) this.#begin();
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#ended();
    }
  }

  /** Whether another may begin. */
  get #hasRoom(): boolean {
    if (this.#underWay >= this.#maxQuestions) return false;
    return this.#underWay < always || this.#spare.isThere;
  }

  get #isFull(): boolean {
    return this.#waiting.length >= this.#mostWaiting && !this.#hasRoom;
  }

  /**
   * A rush is over when twice as many have ended as can wait. Where others wait even then, the queue has become a
   * delay for everybody, and one that waits is enough to lose no time (controlled delay: RFC 8289).
   */
  get #mostWaiting(): number {
    return Math.min(this.#maxQueued, this.#pressure > 2 * this.#maxQueued ? 1 : Infinity);
  }

  /** Some end while nobody waits, however many come: it takes three who waited to make up for one. */
  #ended(): void {
    const change = this.#waiting.length > 0 ? 1 : -3;
    this.#pressure = Math.max(0, Math.min(3 * this.#maxQueued, this.#pressure + change));
    this.#underWay -= 1;
    this.#beginWaiting();
  }

  #begin(): void {
    this.#underWay += 1;
    this.#spare.use();
  }

  /** Resolves when it has begun. */
  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#isFull) throw this.#refusal;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      begin: resolve,
      // At once, so that no turn is given to one that has left.
      leave: (reason) => {
        const place = this.#waiting.lastIndexOf(waiting);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(reason);
      },
    };
    const stop = () => waiting.leave(new FootnoteError('aborted', {}, { cause: signal.reason }));
    const late = setTimeout(waiting.leave, this.#maxQueueMs, this.#refusal);
    signal.addEventListener('abort', stop, { once: true });
    this.#waiting.push(waiting);
    this.#looks ??= setInterval(() => this.#beginWaiting(), lookMs);
    try {
      await promise;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
    }
  }

  #beginWaiting(): void {
    while (this.#waiting.length > 0 && this.#hasRoom) {
      this.#begin();
      this.#waiting.pop()?.begin();
    }
    while (this.#waiting.length > this.#mostWaiting) this.#waiting[0]?.leave(this.#refusal);
    if (this.#waiting.length > 0) return;
    clearInterval(this.#looks);
    this.#looks = undefined;
  }
}
