import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { localAdmin } from '../contracts/principal.ts';
import { FootnoteError } from '../errors.ts';
import { addressGroup, isOwnMachine } from './client-address.ts';
import { replyError } from './reply-error.ts';

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
