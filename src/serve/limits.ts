import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import { localAdmin } from '../contracts/principal.ts';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { addressGroup, isOwnMachine } from './client-address.ts';
import { errorText, replyError, sendFailure } from './reply-error.ts';

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

/** The window that limits count in where nothing else is said. */
const minuteMs = 60_000;

/** Clients that one limit remembers: beyond them, the one that has been silent for longest is forgotten. */
const defaultMaxClients = 20_000;

/** How a limit is counted and told. */
export interface RateLimitOptions {
  /** Requests within the window that are let through. */
  readonly max: number;
  /** Milliseconds from a client's first request on. Default: a minute. */
  readonly windowMs?: number;
  /** The setting that the refusal names as what to raise. Default: none. */
  readonly setting?: string;
}

/**
 * Limits on requests, each counted in this process alone, told as the error `rate_limited` with `Retry-After`. A route
 * with a limit of its own states it as a hook:
 *
 * ```ts
 * server.post('/api/chat', { config: { access: 'read' }, onRequest: rateLimits.perAddress({ max: 10 }), schema }, …)
 * ```
 *
 * It is counted besides the limits of the server and, unlike those, for requests of this machine too. A contract says
 * it in its own words where it tells failures: the error has `limit`, and `seconds` to wait, in its details.
 */
export class RateLimits {
  readonly #server: FastifyInstance;

  /** Registers what counts; `now` is the time in milliseconds. */
  constructor(server: FastifyInstance, now: () => number, maxClients = defaultMaxClients) {
    this.#server = server;
    void server.register(rateLimit, { global: false, store: windowsBy(now, maxClients) });
  }

  /**
   * A hook that lets each address make `max` requests within the window; one IPv6 network of 64 bits, as one customer
   * has, counts as one address. Which address a request comes from behind proxies is `server.trustProxy`'s to say.
   */
  perAddress(options: RateLimitOptions): onRequestAsyncHookHandler {
    return this.#limit(options, (request) => addressGroup(request));
  }

  /** The limit of the server: requests of this machine, and to routes that say `rateLimit: false`, do not count. */
  ofServer(perMinute: number): onRequestAsyncHookHandler {
    return this.#limit({ max: perMinute, setting: 'server.rateLimitPerAddress' }, (request) =>
      request.routeOptions.config.rateLimit === false || isOwnMachine(request)
        ? undefined
        : addressGroup(request),
    );
  }

  /** The limit of a key or user; whoever works on a server without keys has none. */
  perPrincipal(perMinute: number): onRequestAsyncHookHandler {
    return this.#limit({ max: perMinute, setting: 'server.rateLimitPerKey' }, ({ principal }) =>
      principal === undefined || principal === localAdmin ? undefined : principal.id,
    );
  }

  /** A limit for whom `clientOf` gives the same name; those without one are not counted. */
  #limit(
    { max, windowMs = minuteMs, setting }: RateLimitOptions,
    clientOf: (request: FastifyRequest) => string | undefined,
  ): onRequestAsyncHookHandler {
    let count: ReturnType<FastifyInstance['createRateLimit']> | undefined;
    return async (request, reply) => {
      const client = clientOf(request);
      if (client === undefined) return undefined;
      count ??= this.#server.createRateLimit({
        max,
        timeWindow: windowMs,
        keyGenerator: (counted) => clientOf(counted) ?? '',
      });
      const state = await count(request);
      if (state.isAllowed || !state.isExceeded) return undefined;
      const seconds = Math.max(1, state.ttlInSeconds);
      void reply.header('Retry-After', seconds);
      return replyError(rateLimited(max, windowMs, seconds, setting), request, reply);
    };
  }
}

function rateLimited(limit: number, windowMs: number, seconds: number, setting?: string): FootnoteError {
  const window = windowMs === minuteMs ? 'a minute' : `${windowMs / 1000} seconds`;
  const raise = setting === undefined ? '' : `, or raise ${setting}`;
  return new FootnoteError('rate_limited', { limit, window, seconds, raise });
}

/** Requests of one client since the first of them. */
interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Counts each client's requests in windows that begin with its first one. Only as many clients are remembered as there
 * is room for, so that no number of addresses fills the memory.
 */
function windowsBy(now: () => number, maxClients: number): new () => FastifyRateLimitStore {
  return class Windows implements FastifyRateLimitStore {
    readonly #windows = new Map<string, Window>();

    incr(
      client: string,
      done: (error: Error | null, result: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      const time = now();
      const known = this.#windows.get(client);
      // A clock that was set back would let nobody in for as long as it was.
      const isOpen = known && known.endsAt > time && known.endsAt <= time + windowMs;
      const window = isOpen ? known : { count: 0, endsAt: time + windowMs };
      window.count += 1;
      // The latest come last: what is forgotten is the first.
      this.#windows.delete(client);
      this.#windows.set(client, window);
      if (this.#windows.size > maxClients) {
        for (const first of this.#windows.keys()) {
          this.#windows.delete(first);
          break;
        }
      }
      done(null, { current: window.count, ttl: window.endsAt - time });
    }

    /** Each limit counts by itself. */
    child(): Windows {
      return new Windows();
    }
  };
}
