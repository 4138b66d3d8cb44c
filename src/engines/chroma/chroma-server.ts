import type { ChromaClient, Collection } from 'chromadb';
import { FootnoteError, isAborted, throwIfAborted, unlessAborted } from '../../errors.ts';
import {
  loadClient,
  networkFailure,
  type ServerCallOptions,
  ServerCalls,
  type ServerFailure,
  usualServers,
} from '../../servers/server-calls.ts';
import { unusable } from '../../values/require-arguments.ts';
import type { ChromaServerOptions } from './chroma-options.ts';

const defaultTimeoutMs = 5000;

/** A large part of a batch takes the server seconds: it puts each vector into its graph before it answers. */
const changeFactor = 6;

/** Most records in a call, whatever more the server takes: one of these is done well within a deadline. */
const mostRecords = 500;

/** Makes a client whose requests end with a signal; the client library takes none with a call. */
type MakeClient = (signal: AbortSignal) => ChromaClient;

/** All calls to one Chroma server. */
export class ChromaServer {
  readonly #calls: ServerCalls;
  readonly #options: ChromaServerOptions;
  readonly #address: ReturnType<typeof addressOf>;
  readonly #timeoutMs: number;
  /** Made at the first call, and again after one that failed. */
  #connected: Promise<{ readonly make: MakeClient; readonly mostRecords: number }> | undefined;
  #isClosed = false;

  constructor(options: ChromaServerOptions) {
    this.#options = options;
    this.#address = addressOf(options.url ?? usualServers.chroma.url);
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#calls = new ServerCalls({
      server: `Chroma at ${this.#address.host}`,
      timeoutMs: this.#timeoutMs,
      explain: explainChromaError,
      probe: async (signal) => (await this.#connected)?.make(signal).heartbeat(),
    });
  }

  /** For messages: where it is. */
  get name(): string {
    return this.#calls.server;
  }

  /** Most records that one call takes. */
  async mostRecords(options: ServerCallOptions): Promise<number> {
    return (await this.#connection(options)).mostRecords;
  }

  /** A call about collections as a whole. */
  async run<Result>(
    call: (client: ChromaClient) => Promise<Result>,
    options: ServerCallOptions = {},
  ): Promise<Result> {
    const { make } = await this.#connection(options);
    this.#requireOpen();
    return this.#calls.run((signal) => call(make(signal)), options);
  }

  /** A call that reads or, where `isChange`, changes one collection. Errors: `store_unavailable` where it is gone. */
  async use<Result>(
    { id, indexId }: { readonly id: string; readonly indexId: string },
    call: (collection: Collection) => Promise<Result>,
    { signal, isChange = false }: ServerCallOptions & { readonly isChange?: boolean } = {},
  ): Promise<Result> {
    return this.run(
      async (client) => {
        try {
          return await call(client.collection(id));
        } catch (error) {
          if (!isChromaError(error, 'ChromaNotFoundError')) throw error;
          const reason = `the index "${indexId}" was dropped`;
          const remedy = 'Try again with the index that replaced it';
          throw new FootnoteError('store_unavailable', { path: this.name, reason, remedy }, { cause: error });
        }
      },
      { signal, timeoutMs: isChange ? this.#timeoutMs * changeFactor : this.#timeoutMs },
    );
  }

  /** Calls after it reject with `store_unavailable`. */
  close(): void {
    this.#isClosed = true;
    this.#calls.close();
  }

  async #connection(options: ServerCallOptions) {
    throwIfAborted(options.signal);
    this.#requireOpen();
    const connected = (this.#connected ??= this.#connect());
    try {
      return await unlessAborted(connected, options.signal);
    } catch (error) {
      // An aborted call leaves it to the others.
      if (!isAborted(error) && this.#connected === connected) this.#connected = undefined;
      throw error;
    }
  }

  #requireOpen(): void {
    if (!this.#isClosed) return;
    throw new FootnoteError('store_unavailable', {
      path: this.name,
      reason: 'the connection has been closed',
      remedy: 'Open it again',
    });
  }

  /** Asks the server what it takes; shared by calls, so that none of them can abort it. */
  async #connect() {
    const { ChromaClient } = await loadClient('chromadb', 'The engine chroma', () => import('chromadb'));
    const { apiKey, tenant = 'default_tenant', database = 'default_database' } = this.#options;
    const { ssl, hostname, port } = this.#address;
    const headers: Record<string, string> = apiKey
      ? { 'x-chroma-token': apiKey, authorization: `Bearer ${apiKey}` }
      : {};
    const settings = { host: hostname, port, ssl, tenant, database, headers };
    const limits = await this.#calls.run((signal) =>
      new ChromaClient({ ...settings, fetchOptions: { signal } }).getPreflightChecks(),
    );
    /** Knows what the server takes, which a client would ask before its first upsert. */
    class ReadyClient extends ChromaClient {
      constructor(signal: AbortSignal) {
        super({ ...settings, fetchOptions: { signal } });
        this.preflightChecks = limits;
      }
    }
    const { max_batch_size: most } = limits;
    return {
      make: (signal: AbortSignal) => new ReadyClient(signal),
      mostRecords: typeof most === 'number' && most > 0 ? Math.min(most, mostRecords) : mostRecords,
    };
  }
}

/** Errors: `request_invalid` for what is no address of a server. */
function addressOf(url: string) {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw unusable('engine.url', 'it is not an address such as http://127.0.0.1:8000');
  }
  const { protocol, hostname, host, port, pathname, username, password } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw unusable('engine.url', 'it must begin with http:// or https://');
  if (username !== '' || password !== '')
    throw unusable('engine.url', 'it holds a user or a password; give the key as apiKey');
  if (pathname !== '/') throw unusable('engine.url', 'it has a path, which the client of Chroma leaves out');
  const ssl = protocol === 'https:';
  return { host, hostname, port: Number(port) || (ssl ? 443 : 80), ssl };
}

/** Whether the client library, or its server, says this: its errors are told by their names. */
export function isChromaError(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** What the client's errors say and what to do; undefined for those that are not the client's. */
function explainChromaError(error: unknown): ServerFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name } = error;
  const reason = withoutAddress(error.message);
  switch (name) {
    case 'ChromaConnectionError':
      // Why stands in what the client wraps, where it does.
      return { ...unreachable(error), kind: 'unavailable' };
    case 'ChromaAuthError':
      return rejected('it does not accept the key', 'Check engine.apiKey');
    case 'ChromaForbiddenError':
      return rejected(
        'the key may not do this',
        'Give it rights on the tenant and the database in the settings, or check engine.database',
      );
    case 'ChromaQuotaExceededError':
      return { kind: 'full', reason };
    case 'ChromaRateLimitError':
      return { kind: 'busy', reason };
    case 'ChromaNotFoundError':
      return rejected('there is no such tenant or database', 'Create it, or check engine.database');
    case 'ChromaServerError':
      return serverFailure(reason);
    case 'ChromaClientError':
      return rejected(reason, remedyOf(reason));
    default:
      return undefined;
  }
}

function unreachable(error: Error): ServerFailure {
  const failure = networkFailure(error.cause ?? error);
  if (failure.kind === 'unavailable') return failure;
  return { kind: 'unavailable', reason: 'it cannot be reached', remedy: 'Start it, or check engine.url' };
}

function rejected(reason: string, remedy: string): ServerFailure {
  return { kind: 'rejected', reason, remedy };
}

/** The client puts the whole address of a request before the server's words, with the names of tenant and database. */
function withoutAddress(message: string): string {
  return message.replace(/^Bad request to \S+ with status: /, '');
}

function serverFailure(reason: string): ServerFailure {
  if (/no space left|disk is full|disk full/i.test(reason)) return { kind: 'full', reason };
  if (/database is locked/i.test(reason)) return { kind: 'busy', reason };
  if (/^50[234]\b/.test(reason)) return { kind: 'unavailable', reason: `it answered ${reason}` };
  if (/^413\b/.test(reason))
    return rejected('a request was too long for it', 'Raise max_payload_size_bytes in its configuration');
  return rejected(reason, 'See its log');
}

function remedyOf(reason: string): string {
  if (/database \[.*\] does not exist/i.test(reason)) return 'Create it, or check engine.database';
  if (/Invalid metadata|where clause|did not match any variant/i.test(reason))
    return 'Run Chroma 1.5 or later';
  return 'See its log';
}
