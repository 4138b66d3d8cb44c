import type { Driver, Session } from 'neo4j-driver';
import { FootnoteError, isFootnoteError, messageOf } from '../../errors.ts';
import {
  loadClient,
  networkFailure,
  type ServerCallOptions,
  ServerCalls,
  type ServerFailure,
} from '../../servers/server-calls.ts';
import { unusable } from '../../values/require-arguments.ts';

/** Where a Neo4j server is, and who asks it. */
export interface Neo4jAddress {
  /** `bolt://127.0.0.1:7687`, or another of the driver's schemes: `neo4j`, and each with `+s` or `+ssc`. */
  readonly url: string;
  /** Default `neo4j`. */
  readonly user?: string;
  /** Left out for a server without authentication. */
  readonly password?: string;
  /** Default: the user's home database. */
  readonly database?: string;
  /**
   * How long a call may take with all its tries, in milliseconds; opening an index and each transaction that changes
   * one may take six times as long. Default 5000.
   */
  readonly timeoutMs?: number;
}

/** Values bound to a query: plain data. Whole numbers that the server should keep as such are `bigint`. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Runs one query and reads all its rows. */
export type RunQuery = <Row = unknown>(query: string, parameters?: Parameters) => Promise<readonly Row[]>;

const schemes: ReadonlySet<string> = new Set([
  'bolt:',
  'bolt+s:',
  'bolt+ssc:',
  'neo4j:',
  'neo4j+s:',
  'neo4j+ssc:',
]);

/** A server that has just started takes seconds for its first query, and a hundred long vectors take their time. */
const changeFactor = 6;

const defaultTimeoutMs = 5000;

/** How long the server goes on with what nobody waits for any more. */
const graceMs = 1000;

/** More calls at once wait for one another. */
const maxConnections = 50;

/**
 * Calls to one Neo4j server, over the official driver. The driver's own repetitions are off and its waits are no
 * longer than ours, so that {@link ServerCalls} alone decides. A call that was given up leaves a connection on which
 * nobody may ever answer: the next call begins with new ones.
 */
export class Neo4jConnection {
  readonly server: string;
  /** How long opening an index, or a transaction that changes one, may take, in milliseconds. */
  readonly changeTimeoutMs: number;
  readonly #address: Neo4jAddress & { readonly bareUrl: string };
  readonly #calls: ServerCalls;
  #drivers: Promise<DriverInUse> | undefined;
  #current: DriverInUse | undefined;

  /** Errors: `request_invalid` for a URL that the driver cannot use. */
  constructor(address: Neo4jAddress) {
    const url = parsedUrl(address.url);
    const [userInUrl, passwordInUrl] = [url.username, url.password].map(decodeURIComponent);
    this.server = `Neo4j at ${url.host}`;
    this.changeTimeoutMs = changeFactor * (address.timeoutMs ?? defaultTimeoutMs);
    this.#address = {
      ...address,
      ...(address.user === undefined && userInUrl && { user: userInUrl }),
      ...(address.password === undefined && passwordInUrl && { password: passwordInUrl }),
      bareUrl: `${url.protocol}//${url.host}${url.search}`,
    };
    this.#calls = new ServerCalls({
      server: this.server,
      ...(address.timeoutMs !== undefined && { timeoutMs: address.timeoutMs }),
      explain: explainNeo4jError,
      probe: async (signal) =>
        (await this.#driver()).with(this.#address.database, signal, (session) => session.run('RETURN 1')),
    });
  }

  /** One query in a transaction of its own. Errors: those of {@link ServerCalls.run}. */
  query<Row>(
    query: string,
    parameters: Parameters = {},
    options: ServerCallOptions = {},
  ): Promise<readonly Row[]> {
    return this.#run(options, async (session, transaction) => {
      const { records } = await session.run(query, parameters, transaction);
      return records.map((record) => record.toObject() as Row);
    });
  }

  /**
   * One query whose rows are read one by one, however many there are, from the first again where the connection broke
   * off. Errors: those of {@link ServerCalls.run}.
   */
  each(
    query: string,
    visit: (row: Parameters) => void | Promise<void>,
    options: ServerCallOptions = {},
  ): Promise<void> {
    return this.#run({ ...options, timeoutMs: Number.POSITIVE_INFINITY }, async (session, config, signal) => {
      for await (const record of session.run(query, {}, config)) {
        signal.throwIfAborted();
        await visit(record.toObject());
      }
    });
  }

  /**
   * Several queries in one transaction, which is repeated as a whole where the server could not be reached or had to
   * break it off. Queries that need not wait for each other's rows are sent at once. Errors: those of
   * {@link ServerCalls.run}.
   */
  transaction<Result>(
    work: (run: RunQuery) => Promise<Result>,
    { timeoutMs = this.changeTimeoutMs, signal: stop }: ServerCallOptions = {},
  ): Promise<Result> {
    return this.#run({ timeoutMs, signal: stop }, async (session, config, signal) => {
      const transaction = await session.beginTransaction(config);
      const result = await work(async <Row>(query: string, parameters: Parameters = {}) => {
        const { records } = await transaction.run(query, parameters);
        return records.map((record) => record.toObject() as Row);
      });
      // Whoever was told that it failed must not find it done later.
      signal.throwIfAborted();
      await transaction.commit();
      return result;
    });
  }

  /** Lets go of all connections. Calls after it are refused. */
  async close(): Promise<void> {
    this.#calls.close();
    const drivers = this.#drivers;
    this.#drivers = undefined;
    // Where the client could not even be loaded there is nothing to let go of.
    await (await drivers?.catch(() => undefined))?.driver.close();
  }

  async #run<Result>(
    options: ServerCallOptions,
    call: (session: Session, config: { timeout?: number }, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { timeoutMs = this.#address.timeoutMs ?? defaultTimeoutMs } = options;
    const config = Number.isFinite(timeoutMs) ? { timeout: Math.ceil(timeoutMs) + graceMs } : {};
    let used: DriverInUse | undefined;
    try {
      return await this.#calls.run(async (signal) => {
        used = await this.#driver();
        return used.with(this.#address.database, signal, (session) => call(session, config, signal));
      }, options);
    } catch (error) {
      if (used && isFootnoteError(error) && error.code === 'engine_unavailable') this.#renew(used);
      throw error;
    }
  }

  #driver(): Promise<DriverInUse> {
    this.#drivers ??= this.#connect().catch((error) => {
      this.#drivers = undefined;
      throw error;
    });
    return this.#drivers;
  }

  async #connect(): Promise<DriverInUse> {
    const { bareUrl, user = 'neo4j', password, timeoutMs = defaultTimeoutMs } = this.#address;
    const { default: neo4j } = await loadClient(
      'neo4j-driver',
      'The engine neo4j',
      () => import('neo4j-driver'),
    );
    const waitMs = Number.isFinite(timeoutMs) ? Math.max(1, Math.ceil(timeoutMs)) : 0;
    const driver = neo4j.driver(
      bareUrl,
      password === undefined ? undefined : neo4j.auth.basic(user, password),
      {
        disableLosslessIntegers: true,
        disableAutoCommitRetries: true,
        maxTransactionRetryTime: 0,
        maxConnectionPoolSize: maxConnections,
        telemetryDisabled: true,
        ...(waitMs > 0 && { connectionTimeout: waitMs, connectionAcquisitionTimeout: waitMs }),
      },
    );
    this.#current = new DriverInUse(driver);
    return this.#current;
  }

  /** Lets the next call begin with new connections; the old ones go once the calls on them have ended. */
  #renew(used: DriverInUse): void {
    if (used === this.#current) this.#drivers = undefined;
    used.retire();
  }
}

/** A driver that can be let go of while calls are still running on it. */
class DriverInUse {
  readonly driver: Driver;
  #calls = 0;
  #isRetired = false;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Lends a session, and ends it when the call ends or is given up, which takes an open transaction back. */
  async with<Result>(
    database: string | undefined,
    signal: AbortSignal,
    call: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const session = this.driver.session(database === undefined || database === '' ? {} : { database });
    let isEnded = false;
    const end = () => {
      if (isEnded) return;
      isEnded = true;
      // Nobody waits for it: a server that does not answer would hold up the call that gave it up.
      session.close().catch(() => {});
      this.#calls--;
      this.#closeIfUnused();
    };
    this.#calls++;
    signal.addEventListener('abort', end, { once: true });
    try {
      return await call(session);
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  retire(): void {
    this.#isRetired = true;
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (this.#isRetired && this.#calls === 0) this.driver.close().catch(() => {});
  }
}

function parsedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text is not repeated: it may hold a password.
  if (url && schemes.has(url.protocol) && url.host !== '') return url;
  throw unusable(
    'engine.url',
    'it must be an address such as bolt://127.0.0.1:7687 or neo4j+s://example.org',
  );
}

/** Codes of the server that say the same thing, by how they begin. */
const explanations: readonly (readonly [RegExp, (message: string) => ServerFailure])[] = [
  [
    /^Neo\.ClientError\.Security\.(Unauthorized|AuthenticationRateLimit|CredentialsExpired|TokenExpired)/,
    () => ({
      kind: 'rejected',
      reason: 'it does not accept the user name and the password',
      remedy: 'Check engine.user and engine.password',
    }),
  ],
  [
    /^Neo\.ClientError\.Security\./,
    (reason) => ({ kind: 'rejected', reason, remedy: 'Give the user the rights to write data and indexes' }),
  ],
  [
    /^Neo\.ClientError\.Database\.DatabaseNotFound/,
    (reason) => ({ kind: 'rejected', reason, remedy: 'Create the database, or check engine.database' }),
  ],
  [
    /^Neo\.ClientError\.General\.(ForbiddenOnReadOnlyDatabase|WriteOnReadOnlyAccessDatabase)/,
    (reason) => ({ kind: 'rejected', reason, remedy: 'Make the database writable' }),
  ],
  [
    /^Neo\.ClientError\.Procedure\.ProcedureNotFound/,
    (reason) => ({ kind: 'rejected', reason, remedy: 'Use Neo4j 5.26 or later' }),
  ],
  [
    /^Neo\.ClientError\.Transaction\.TransactionTimedOut|^Neo\.ClientError\.Transaction\.TransactionTerminated/,
    (reason) => ({ kind: 'unavailable', reason, remedy: 'Raise engine.timeoutMs' }),
  ],
  // A node that another transaction removed between its being found and its being changed.
  [
    /^Neo\.ClientError\.Statement\.EntityNotFound/,
    (reason) => ({ kind: 'unavailable', reason, remedy: 'Try again' }),
  ],
  [
    /^Neo\.TransientError\.General\.(MemoryPoolOutOfMemoryError|OutOfMemoryError|TransactionMemoryLimit)/,
    (reason) => ({
      kind: 'unavailable',
      reason,
      remedy: 'Give the server more memory: server.memory.heap.max_size, dbms.memory.transaction.total.max',
    }),
  ],
  [/^Neo\.TransientError\./, (reason) => ({ kind: 'unavailable', reason, remedy: 'Try again in a moment' })],
];

/** Reads the errors of the driver and of the server; undefined for others. */
export function explainNeo4jError(error: unknown): ServerFailure | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code !== 'string') return undefined;
  const reason = firstSentence(message);
  if (/no space left on device|not enough space|OutOfDiskSpace/i.test(`${code} ${message}`))
    return { kind: 'full', reason };
  if (code === 'ServiceUnavailable' || code === 'SessionExpired') {
    const network = networkFailure(error);
    if (network.kind === 'unavailable') return network;
    return { kind: 'unavailable', reason: networkReason(message) };
  }
  return explanations.find(([codes]) => codes.test(code))?.[1](reason) ?? otherFailure(code, reason);
}

function otherFailure(code: string, reason: string): ServerFailure | undefined {
  if (/acquisition timed out|pool is closed|driver.*closed|session.*closed/i.test(reason))
    return {
      kind: 'unavailable',
      reason: 'no connection became free in time',
      remedy: 'Try again in a moment',
    };
  return code.startsWith('Neo.') || code === 'ProtocolError' ? { kind: 'rejected', reason } : undefined;
}

/** The driver packs what Node said into one long message. */
function networkReason(message: string): string {
  if (message.includes('ECONNREFUSED')) return 'it refuses the connection';
  if (message.includes('ENOTFOUND') || message.includes('EAI_AGAIN')) return 'its name is not known';
  if (/ECONNRESET|EPIPE|closed by server|Connection was closed/i.test(message))
    return 'the connection broke off';
  if (/timed? ?out|ETIMEDOUT|in [0-9]+ ms/i.test(message)) return 'it does not answer';
  return firstSentence(message);
}

function firstSentence(message: string): string {
  const [line = ''] = message.split('\n');
  return line.replace(/\.\s*$/, '').slice(0, 300);
}

/** The error of an index that was dropped while it was in use. */
export function indexDropped(server: string, indexId: string): FootnoteError<'store_unavailable'> {
  return new FootnoteError('store_unavailable', {
    path: server,
    reason: `the index "${indexId}" was dropped`,
    remedy: 'Try again with the index that replaced it',
  });
}

/** Whether the server refused to make what is there already: another process made it at the same moment. */
export function isAlreadyThere(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return /AlreadyExists|EquivalentSchemaRule/.test(`${String(cause?.code)} ${messageOf(error)}`);
}
