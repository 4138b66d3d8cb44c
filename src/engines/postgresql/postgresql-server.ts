import type { ClientConfig, Pool, PoolConfig } from 'pg';
import { throwIfAborted } from '../../errors.ts';
import { loadClient, networkFailure, ServerCalls, type ServerFailure } from '../../servers/server-calls.ts';
import { endsConnection, sqlFailure } from '../../servers/sqlstate.ts';
import { unusable } from '../../values/require-arguments.ts';

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
    this.#calls = new ServerCalls({
      server: serverName(options.url),
      timeoutMs,
      explain: explainError,
      ...(options.pool ? {} : { probe: (signal) => probe(options, signal) }),
    });
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

/** Whether the server answers, on a connection of its own: those of the pool may all be at work. */
async function probe(options: PostgresqlServerOptions, signal: AbortSignal): Promise<void> {
  const pg = await loadPg();
  const client = new pg.Client(connectionTo(options));
  client.on('error', ignored);
  const end = () => void client.end().catch(ignored);
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    await client.query('select');
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function loadPg() {
  return (await loadClient('pg', 'The engine postgresql', () => import('pg'))).default;
}

function connectionTo(options: PostgresqlServerOptions): ClientConfig {
  return {
    connectionString: withUser(options),
    connectionTimeoutMillis: options.timeoutMs ?? defaultTimeoutMs,
    application_name: 'footnote',
    keepAlive: true,
  };
}

async function connectionPool(options: PostgresqlServerOptions): Promise<PostgresqlPool> {
  const pg = await loadPg();
  const config: PoolConfig = {
    ...connectionTo(options),
    max: options.maxConnections ?? defaultConnections,
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
  throw unusable('engine.url', 'it must look like postgresql://host:5432/database');
}

function serverName(url: string): string {
  const { hostname, port } = parsedUrl(url);
  return `PostgreSQL at ${hostname || 'localhost'}:${port || '5432'}`;
}

function explainError(error: unknown): ServerFailure | undefined {
  return sqlFailure(error, {
    section: 'engine',
    conflict: 'unavailable',
    denied: 'Grant it, or have an owner run the output of: footnote migrations --engine postgresql',
  });
}

/** Whether a connection is of no more use after an error. */
function isConnectionLost(error: unknown): boolean {
  const { kind } = explainError(error) ?? networkFailure(error);
  return kind === 'unavailable' && endsConnection(error);
}
