import type { Pool, PoolConfig } from 'pg';
import { throwIfAborted } from '../../errors.ts';
import { unusable } from '../../require-arguments.ts';
import { loadClient, networkFailure, ServerCalls, type ServerFailure } from '../server-calls.ts';

/** A row by column. */
export type Row = Readonly<Record<string, unknown>>;

/** What is needed of a connection of `pg`. */
export interface PostgresqlClient {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Row[] }>;
  /** Gives it back; with true it is closed, whatever it is doing. */
  release(isBroken?: boolean): void;
}

/** What is needed of a `Pool` of `pg`: a pool of your own, or another PostgreSQL behind the same few methods. */
export interface PostgresqlPool {
  connect(): Promise<PostgresqlClient>;
  end(): Promise<void>;
}

/** Where the server is. */
export interface PostgresqlServerOptions {
  /** `postgresql://host:port/database`, with what else `pg` reads from it, such as `?sslmode=require`. */
  readonly url: string;
  /** Instead of the one in `url`. */
  readonly user?: string | undefined;
  /** Instead of the one in `url`. */
  readonly password?: string | undefined;
  /** How long a call may take, in milliseconds. Default 5000. */
  readonly timeoutMs?: number | undefined;
  /** Default 10. */
  readonly maxConnections?: number | undefined;
  /** Used instead of connections to `url`, and ended when the engine is closed. */
  readonly pool?: PostgresqlPool | undefined;
}

const defaultTimeoutMs = 5000;
const defaultConnections = 10;

/** How a call is made. */
interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** A PostgreSQL server: connections that are opened when they are needed, and opened anew after they broke. */
export class PostgresqlServer {
  readonly #options: PostgresqlServerOptions;
  readonly #calls: ServerCalls;
  #pool: Promise<PostgresqlPool> | undefined;

  constructor(options: PostgresqlServerOptions) {
    const { timeoutMs = defaultTimeoutMs } = options;
    this.#options = options;
    this.#calls = new ServerCalls({ server: serverName(options.url), timeoutMs, explain: explainError });
  }

  /** For messages. */
  get name(): string {
    return this.#calls.server;
  }

  /** Runs one statement. */
  query(text: string, values: readonly unknown[] = [], options: CallOptions = {}): Promise<readonly Row[]> {
    return this.run(async (client) => (await client.query(text, values)).rows, options);
  }

  /** Runs statements as one transaction, which is repeated as a whole where the connection breaks off. */
  transaction<Result>(
    work: (client: PostgresqlClient) => Promise<Result>,
    options: CallOptions & { readonly begin?: string } = {},
  ): Promise<Result> {
    return this.run(async (client) => {
      await client.query(options.begin ?? 'begin');
      try {
        const result = await work(client);
        await client.query('commit');
        return result;
      } catch (error) {
        // Where the connection is broken the server rolls back by itself.
        await client.query('rollback').catch(() => {});
        throw error;
      }
    }, options);
  }

  /** Works with a connection, which is closed where the call is given up before its end. */
  run<Result>(
    work: (client: PostgresqlClient) => Promise<Result>,
    options: CallOptions = {},
  ): Promise<Result> {
    return this.#calls.run(async (signal) => {
      const pool = await this.#connections();
      const client = await pool.connect();
      let isReleased = false;
      const release = (isBroken: boolean) => {
        if (!isReleased) client.release(isBroken);
        isReleased = true;
      };
      const giveUp = () => release(true);
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        throwIfAborted(signal);
        const result = await work(client);
        release(false);
        return result;
      } catch (error) {
        release(isConnectionLost(error));
        throw error;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    }, options);
  }

  async close(): Promise<void> {
    this.#calls.close();
    const pool = await this.#pool?.catch(() => undefined);
    this.#pool = undefined;
    await pool?.end();
  }

  #connections(): Promise<PostgresqlPool> {
    this.#pool ??= this.#options.pool ? Promise.resolve(this.#options.pool) : connectionPool(this.#options);
    return this.#pool;
  }
}

async function connectionPool(options: PostgresqlServerOptions): Promise<PostgresqlPool> {
  const { default: pg } = await loadClient('pg', 'The engine postgresql', () => import('pg'));
  const config: PoolConfig = {
    connectionString: withUser(options),
    max: options.maxConnections ?? defaultConnections,
    connectionTimeoutMillis: options.timeoutMs ?? defaultTimeoutMs,
    application_name: 'footnote',
    keepAlive: true,
    allowExitOnIdle: true,
  };
  const pool: Pool = new pg.Pool(config);
  // An idle connection that breaks is opened anew by the next call; unheard, it would end the process.
  pool.on('error', ignored);
  return {
    connect: async () => {
      const client = await pool.connect();
      client.on('error', ignored);
      return {
        query: (text, values) => (values ? client.query(text, [...values]) : client.query(text)),
        release: (isBroken) => {
          client.off('error', ignored);
          client.release(isBroken);
        },
      };
    },
    end: () => pool.end(),
  };
}

/** The call that uses a connection is told by its own failure. */
function ignored(): void {}

/** The address with the user and the password that are given beside it. */
function withUser({ url, user, password }: PostgresqlServerOptions): string {
  const parsed = parsedUrl(url);
  if (user) parsed.username = encodeURIComponent(user);
  if (password) parsed.password = encodeURIComponent(password);
  return parsed.href;
}

/** Never the address itself in the message: it may hold a password. */
function parsedUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^postgres(ql)?:$/.test(parsed.protocol)) return parsed;
  throw unusable('url', 'it must look like postgresql://host:5432/database');
}

function serverName(url: string): string {
  const { hostname, port } = parsedUrl(url);
  return `PostgreSQL at ${hostname || 'localhost'}:${port || '5432'}`;
}

/** Classes of SQLSTATE, and single ones, from https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const failures: Readonly<Record<string, ServerFailure>> = {
  '08': { kind: 'unavailable', reason: 'the connection broke off' },
  '53': { kind: 'unavailable', reason: 'it is short of resources', remedy: 'See its log' },
  53100: { kind: 'full', reason: 'its disk is full' },
  53300: {
    kind: 'unavailable',
    reason: 'it has no connection left',
    remedy: 'Raise its max_connections, or connect through a pooler',
  },
  '57P': { kind: 'unavailable', reason: 'it is shutting down or starting' },
  57014: {
    kind: 'unavailable',
    reason: 'it cancelled the call',
    remedy: 'Raise its statement_timeout, or see what keeps it busy',
  },
  '40': { kind: 'unavailable', reason: 'other writers were in the way', remedy: 'Try again' },
  '55P03': { kind: 'unavailable', reason: 'a lock is held by others', remedy: 'Try again' },
  25006: {
    kind: 'rejected',
    reason: 'it takes no writes',
    remedy: 'Connect to the primary server, not to a read-only copy',
  },
  '28': {
    kind: 'rejected',
    reason: 'it refuses this user or password',
    remedy: 'Check engine.user and engine.password',
  },
  '3D000': {
    kind: 'rejected',
    reason: 'it has no such database',
    remedy: 'Create it, or check engine.url',
  },
  42501: {
    kind: 'rejected',
    reason: 'this user lacks a permission',
    remedy: 'Grant it, or have an owner run the output of: footnote migrations --engine postgresql',
  },
};

/** What `pg` says by itself, without a code, when a connection is lost or none is to be had. */
const lostConnection =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable|connection error|connection ended/i;

/** What an error of `pg` says: PostgreSQL's own have a severity, and SQLSTATE as their code. */
interface ClientError {
  readonly severity?: string;
  readonly code?: string;
  readonly message?: string;
}

function explainError(error: unknown): ServerFailure | undefined {
  const { severity, code = '', message = '' } = error as ClientError;
  if (severity !== undefined) {
    const known = failures[code] ?? failures[code.slice(0, 3)] ?? failures[code.slice(0, 2)];
    if (code === '42501' && known) return { ...known, reason: `${known.reason} (${message})` };
    return known ?? { kind: 'rejected', reason: `${message} (SQLSTATE ${code})` };
  }
  if (/password must be a string|no password/i.test(message)) return failures['28'];
  if (lostConnection.test(message))
    return { kind: 'unavailable', reason: 'the connection broke off, or none was to be had in time' };
  return undefined;
}

/** Whether a connection is of no more use after an error. */
function isConnectionLost(error: unknown): boolean {
  const { severity, code = '' } = error as ClientError;
  const { kind } = explainError(error) ?? networkFailure(error);
  return kind === 'unavailable' && (severity === undefined || /^(08|57P)/.test(code));
}
