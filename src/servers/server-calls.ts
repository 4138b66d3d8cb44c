import { setTimeout } from 'node:timers/promises';
import { FootnoteError, isFootnoteError, messageOf, throwIfAborted } from '../errors.ts';

/** What went wrong between an engine and its server, told by the engine's client. */
export interface ServerFailure {
  /**
   * `unavailable`: nobody answered, or not in time, and the same call may succeed later. `full`: no room to write.
   * `busy`: the server says that it cannot do it now. `rejected`: it will not do it, however often it is asked.
   */
  readonly kind: 'unavailable' | 'full' | 'busy' | 'rejected';
  /** In the server's words, without credentials. */
  readonly reason: string;
  /** A sentence without its full stop that says what to do. Default: one that fits the kind. */
  readonly remedy?: string;
}

/** What calls to one server have in common. */
interface ServerCallsOptions {
  /** For messages: `PostgreSQL at 127.0.0.1:5432`, never with a user or a password. */
  readonly server: string;
  /** How long a call may take with all its tries, in milliseconds. Default 5000. */
  readonly timeoutMs?: number;
  /** The section of the settings that remedies name. Default `engine`. */
  readonly section?: string;
  /** Reads the client's own errors; undefined for those that it does not know, which {@link networkFailure} reads. */
  readonly explain?: (error: unknown) => ServerFailure | undefined;
  /**
   * Asks the server for as little as there is, whatever it answers. A call that may take longer than `timeoutMs` asks
   * it each time that it has waited so long, and is given up where this is not answered within `timeoutMs` either: a
   * slow server is waited for, one that hangs is not.
   */
  readonly probe?: (signal: AbortSignal) => Promise<unknown>;
}

/** What one call asks for. */
export interface ServerCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Instead of the server's: building an index may take longer than a search. `Infinity` for no limit. */
  readonly timeoutMs?: number;
  /** How often it is tried while the server cannot be reached. Default 3. */
  readonly tries?: number;
}

const defaultTimeoutMs = 5000;

/** Why a call is given up whose server does not answer a probe. */
const hung = Symbol('hung');

/** How often a server that does not answer is asked, and how long the wait before the second try is at first. */
const mostTries = 3;
const firstWaitMs = 100;

/**
 * Makes every call to one server: within a deadline, up to three times with back-off where it cannot be reached, and
 * with typed errors. A call must be safe to repeat, as upserts and deletions by id are.
 * @example
 * const calls = new ServerCalls({ server: 'Chroma at 127.0.0.1:8000' });
 * await calls.run((signal) => collection.query({ …, signal }), { signal });
 */
export class ServerCalls {
  readonly server: string;
  readonly #timeoutMs: number;
  readonly #section: string;
  readonly #explain: ServerCallsOptions['explain'];
  readonly #probe: ServerCallsOptions['probe'];
  #isClosed = false;

  constructor(options: ServerCallsOptions) {
    const { server, timeoutMs = defaultTimeoutMs, section = 'engine', explain, probe } = options;
    this.server = server;
    this.#probe = probe;
    this.#timeoutMs = timeoutMs;
    this.#section = section;
    this.#explain = explain;
  }

  /**
   * Runs a call; `call` is given a signal that ends it at its deadline or when the caller stops it, and is abandoned
   * then if it does not listen. Errors: `engine_unavailable`, `engine_rejected`, `store_full`, `store_busy`, `aborted`,
   * and any `FootnoteError` that `call` throws.
   */
  async run<Result>(
    call: (signal: AbortSignal) => Promise<Result>,
    { signal, timeoutMs = this.#timeoutMs, tries: most = mostTries }: ServerCallOptions = {},
  ): Promise<Result> {
    throwIfAborted(signal);
    if (this.#isClosed) throw this.#unavailable('the connection has been closed', 'Open it again');
    const startedMs = performance.now();
    const deadline = new AbortController();
    const timer = Number.isFinite(timeoutMs)
      ? globalThis.setTimeout(() => deadline.abort(), timeoutMs)
      : undefined;
    const ended = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
    const probing = this.#giveUpWhereItHangs(timeoutMs, deadline);
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await orEnded(call(ended), ended);
        } catch (error) {
          throwIfAborted(signal);
          if (isFootnoteError(error) && error.code !== 'aborted') throw error;
          if (deadline.signal.aborted) {
            const isHung = deadline.signal.reason === hung;
            throw this.#late(isHung ? Math.round(performance.now() - startedMs) : timeoutMs, error);
          }
          const failure = this.#explain?.(error) ?? networkFailure(error);
          const waitMs = firstWaitMs * 4 ** (tries - 1) * (0.5 + Math.random() / 2);
          const isOutOfTime = performance.now() - startedMs + waitMs >= timeoutMs;
          if (failure.kind !== 'unavailable' || tries === most || isOutOfTime) {
            throw this.#typed(failure, error, performance.now() - startedMs);
          }
          // Ended early where the call is given up meanwhile: the next turn says why.
          await setTimeout(waitMs, undefined, { signal: ended }).catch(() => {});
        }
      }
    } finally {
      clearTimeout(timer);
      clearInterval(probing);
    }
  }

  /** Ends a long call early where the server does not even answer the {@link ServerCallsOptions.probe | probe}. */
  #giveUpWhereItHangs(timeoutMs: number, deadline: AbortController): NodeJS.Timeout | undefined {
    const [probe, waitMs] = [this.#probe, this.#timeoutMs];
    if (!probe || timeoutMs <= waitMs || !Number.isFinite(waitMs)) return undefined;
    const timer = setInterval(() => {
      const askedMs = performance.now();
      const ended = AbortSignal.any([AbortSignal.timeout(waitMs), deadline.signal]);
      orEnded(probe(ended), ended).catch(() => {
        // Whatever it says at once, it is there; clients have deadlines of their own that are as long.
        if (performance.now() - askedMs >= 0.9 * waitMs) deadline.abort(hung);
      });
    }, waitMs);
    timer.unref();
    return timer;
  }

  /** Calls after it reject with `engine_unavailable`. */
  close(): void {
    this.#isClosed = true;
  }

  #late(timeoutMs: number, cause: unknown): FootnoteError {
    return this.#unavailable(
      `it did not answer within ${timeoutMs} ms`,
      `See whether it is overloaded, or raise ${this.#section}.timeoutMs`,
      cause,
    );
  }

  #unavailable(reason: string, remedy: string, cause?: unknown): FootnoteError {
    return new FootnoteError('engine_unavailable', { server: this.server, reason, remedy }, { cause });
  }

  #typed({ kind, reason, remedy }: ServerFailure, cause: unknown, waitedMs: number): FootnoteError {
    const { server } = this;
    if (kind === 'full') return new FootnoteError('store_full', { path: server, reason }, { cause });
    if (kind === 'busy')
      return new FootnoteError('store_busy', { path: server, waitedMs: Math.round(waitedMs) }, { cause });
    if (kind === 'rejected') {
      const advice = remedy ?? 'See the log of the server';
      return new FootnoteError('engine_rejected', { server, reason, remedy: advice }, { cause });
    }
    return this.#unavailable(reason, remedy ?? `Start it, or check ${this.#section}.url`, cause);
  }
}

/** Settles like the call, or rejects once it has ended otherwise: some clients do not listen to signals. */
async function orEnded<Result>(call: Promise<Result>, ended: AbortSignal): Promise<Result> {
  if (ended.aborted) {
    call.catch(() => {});
    throw new FootnoteError('aborted', {}, { cause: ended.reason });
  }
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(new FootnoteError('aborted', {}, { cause: ended.reason }));
  ended.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([call, promise]);
  } finally {
    ended.removeEventListener('abort', end);
    // An abandoned call fails later, when nobody listens any more.
    call.catch(() => {});
  }
}

/** What Node's own codes of failed connections say. */
const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses the connection',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ECONNABORTED: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
};

/** A failure of the network, however deep it stands in an error's causes; else one that the server is to blame for. */
export function networkFailure(error: unknown): ServerFailure {
  for (const one of causesOf(error)) {
    const { code = '', name } = one as NodeJS.ErrnoException;
    const reason = networkReasons[code];
    if (reason !== undefined) return { kind: 'unavailable', reason };
    if (name === 'HTTPParserError') return { ...notHttp, reason: 'it does not speak HTTP there' };
  }
  const messages = Array.from(causesOf(error), messageOf);
  // What `fetch` says by itself, above the cause.
  const said = messages.find((message) => message !== '' && !/^fetch failed$/i.test(message));
  if (said === undefined || messages[0] === said) return { kind: 'rejected', reason: messageOf(error) };
  return { ...notHttp, reason: said };
}

/** An address that cannot be asked. */
const notHttp = { kind: 'rejected', remedy: 'Check the address and its port' } as const;

function* causesOf(error: unknown): Generator<object> {
  let one = error;
  for (let depth = 0; depth < 8 && typeof one === 'object' && one !== null; depth++) {
    yield one;
    if (one instanceof AggregateError) for (const inner of one.errors) yield* causesOf(inner);
    one = (one as Error).cause;
  }
}

/**
 * Loads the client library of a server, which is an optional dependency.
 * Errors: `package_missing`, which says what to install.
 * @example const { Pool } = await loadClient('pg', 'The engine postgresql', () => import('pg'));
 */
export async function loadClient<Module>(
  packageName: string,
  feature: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new FootnoteError('package_missing', { feature, package: packageName }, { cause: error });
  }
}

/** Where the server of each engine usually is, and what its indexes are named after there. */
export const usualServers = {
  postgresql: { url: undefined, port: 5432, name: 'public' },
  qdrant: { url: 'http://127.0.0.1:6333', port: 6333, name: 'footnote' },
  neo4j: { url: 'bolt://127.0.0.1:7687', port: 7687, name: 'Chunk' },
  chroma: { url: 'http://127.0.0.1:8000', port: 8000, name: 'footnote' },
} as const;

/**
 * Which of several servers is meant, and what there: the same for two ways to write one address, without credentials.
 * @param names from the widest to the narrowest; empty ones are left out
 * @example serverPlace('http://me@localhost', 6333, 'footnote') // '127.0.0.1:6333/footnote'
 */
export function serverPlace(url: string, usualPort: number, ...names: readonly string[]): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const host = (parsed?.hostname ?? '').replace(/^(?:localhost|\[::1\]|)$/, '127.0.0.1');
  // An address leaves out the port of its protocol, where it was written too.
  const written = /^https?:\/\/[^/?#]*:0*(80|443)(?:[/?#]|$)/.exec(url)?.[1];
  const port = parsed?.port || written || String(usualPort);
  const path = (parsed?.pathname ?? '').replaceAll(/^\/+|\/+$/g, '');
  return [`${host.toLowerCase()}:${port}`, path, ...names].filter(Boolean).join('/');
}
