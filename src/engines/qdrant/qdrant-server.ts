import type { QdrantClient } from '@qdrant/js-client-rest';
import { FootnoteError, settingInvalid, throwIfAborted } from '../../errors.ts';
import {
  loadClient,
  type ServerCallOptions,
  ServerCalls,
  type ServerFailure,
} from '../../servers/server-calls.ts';
import type { QdrantEngineOptions } from './qdrant-engine.ts';

/** Where a server is, and how long its answers may take. */
type QdrantServerOptions = Pick<QdrantEngineOptions, 'url' | 'apiKey' | 'timeoutMs'>;

/** The operations of Qdrant's REST interface, by its own names for them. */
export type QdrantApi = ReturnType<QdrantClient['api']>;

/** What every call is given beside its arguments. */
interface CallInit {
  readonly signal: AbortSignal;
}

/** Sockets to one server: statistics ask for many counts at a time. */
const maxConnections = 16;

/** One Qdrant server: every request to it goes through here. */
export class QdrantServer {
  readonly #options: QdrantServerOptions;
  readonly #calls: ServerCalls;
  #api: Promise<QdrantApi> | undefined;
  #isClosed = false;

  constructor(options: QdrantServerOptions) {
    const { host } = addressOf(options.url);
    this.#options = options;
    this.#calls = new ServerCalls({
      server: `Qdrant at ${host}`,
      explain: explainFailure,
      probe: async (signal) => (await this.#api)?.healthz({}, { signal }),
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    });
  }

  /** How long a call may take, in milliseconds. */
  get timeoutMs(): number {
    return this.#options.timeoutMs ?? 5000;
  }

  /** For messages. */
  get name(): string {
    return this.#calls.server;
  }

  /** Every method of an engine begins here. Errors: `aborted`, `store_unavailable` after `close`. */
  enter(signal: AbortSignal | undefined): void {
    throwIfAborted(signal);
    if (!this.#isClosed) return;
    const reason = 'the engine was closed';
    throw new FootnoteError('store_unavailable', { path: this.name, reason, remedy: 'Open it again' });
  }

  /**
   * Makes one request and returns the `result` of its answer. Errors: those of {@link ServerCalls.run}.
   * @example await server.ask((api, init) => api.countPoints({ collection_name, exact: true }, init), { signal })
   */
  async ask<Result>(
    request: (api: QdrantApi, init: CallInit) => Promise<{ readonly data: { result?: Result } }>,
    options: ServerCallOptions = {},
  ): Promise<Result> {
    this.enter(options.signal);
    const api = await (this.#api ??= this.#connect());
    return this.#calls.run(async (signal) => {
      const { data } = await request(api, { signal });
      if (data?.result === undefined) throw new Error('its answer has no result; is this a Qdrant?');
      return data.result;
    }, options);
  }

  /**
   * Makes one request that writes, and rejects where the server took it but has not carried it out, as one does that
   * was told not to wait so long.
   */
  async write(
    request: (
      api: QdrantApi,
      init: CallInit,
    ) => Promise<{ readonly data: { result?: { readonly status: string } | null } }>,
    options: ServerCallOptions = {},
  ): Promise<void> {
    this.enter(options.signal);
    const api = await (this.#api ??= this.#connect());
    await this.#calls.run(async (signal) => {
      const { data } = await request(api, { signal });
      if (data?.result?.status !== 'completed') throw new UnfinishedWrite(String(data?.result?.status));
    }, options);
  }

  close(): void {
    this.#isClosed = true;
    this.#calls.close();
  }

  async #connect(): Promise<QdrantApi> {
    const { apiKey } = this.#options;
    const { origin, prefix, port } = addressOf(this.#options.url);
    const { QdrantClient } = await loadClient(
      '@qdrant/js-client-rest',
      'The engine qdrant',
      () => import('@qdrant/js-client-rest'),
    );
    const client = new QdrantClient({
      url: origin,
      port,
      maxConnections,
      // It would ask the server for its version in the background, and write what it thinks of it to the console.
      checkCompatibility: false,
      // The deadline is that of the calls: a client with one of its own does not listen to their signals.
      timeout: Number.POSITIVE_INFINITY,
      ...(prefix !== '' && { prefix }),
      // As `apiKey` it would be refused plain HTTP with a warning on the console, also on this very machine.
      ...(apiKey !== undefined && apiKey !== '' && { headers: { 'api-key': apiKey } }),
    });
    return client.api();
  }
}

/** A write that the server has accepted, to carry it out later. */
class UnfinishedWrite extends Error {
  constructor(status: string) {
    super(`the write is "${status}", not completed`);
  }
}

interface Address {
  readonly origin: string;
  readonly prefix: string;
  readonly port: number;
  readonly host: string;
}

const defaultPort = 6333;

/** The parts of an address; a user and a password in it are left out. Errors: `config_invalid`. */
function addressOf(url: string): Address {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw settingInvalid('engine.url: it must be an address like http://127.0.0.1:6333');
  const { protocol, hostname, pathname } = parsed;
  // An address leaves out the port of its protocol, where it was written too.
  const usual = new RegExp(`^https?://[^/?#]*:0*(80|443)(?:[/?#]|$)`).exec(url)?.[1];
  const port = Number(parsed.port || usual || defaultPort);
  const prefix = pathname.replace(/\/+$/, '');
  return { origin: `${protocol}//${hostname}`, prefix, port, host: `${hostname}:${port}` };
}

/** What an answer of Qdrant that is no success looks like to its client. */
interface RefusedAnswer {
  readonly status?: number;
  readonly statusText?: string;
  readonly data?: unknown;
}

/** Words of a server that has no room: its disk is full, its memory, or what strict mode allows it. */
const isFull =
  /no space left|not enough (?:disk )?space|disk (?:is )?full|out of memory|max [\w ]+ limit of .* reached/i;

/** Reads a failed call as Qdrant and its client tell it; undefined for one of the network. */
function explainFailure(error: unknown): ServerFailure | undefined {
  if (error instanceof UnfinishedWrite)
    return { kind: 'unavailable', reason: error.message, remedy: 'See whether it is overloaded' };
  const { name } = error as Error;
  if (name === 'QdrantClientResourceExhaustedError') return tooMuch((error as Error).message);
  const { status, statusText, data } = error as RefusedAnswer;
  if (typeof status !== 'number') return undefined;
  const reason = reasonOf(data) ?? (statusText || `HTTP ${status}`);
  if (isFull.test(reason) || status === 507) return { kind: 'full', reason };
  if (status === 429) return tooMuch(reason);
  if (status === 401 || status === 403)
    return {
      kind: 'rejected',
      reason,
      remedy: 'Check engine.apiKey, and that the key may read, write and manage collections',
    };
  if (status === 404)
    return {
      kind: 'rejected',
      reason,
      remedy:
        'Check engine.url and engine.name; if the Qdrant collection was deleted, restart and ingest again',
    };
  if (status === 408 || status >= 500) return { kind: 'unavailable', reason, remedy: 'See its log' };
  if (status === 413)
    return { kind: 'rejected', reason, remedy: 'Raise service.max_request_size_mb in its configuration' };
  // Strict mode says what it would have liked better.
  if (/\. Help: /.test(reason))
    return { kind: 'rejected', reason, remedy: 'Allow it in the strict mode of the Qdrant collection' };
  return { kind: 'rejected', reason };
}

function tooMuch(reason: string): ServerFailure {
  const remedy = 'Ask it less at a time, or raise the rate limits of its strict mode';
  return { kind: 'unavailable', reason, remedy };
}

/** `{status: {error}}`, or plain text as proxies answer. */
function reasonOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data.slice(0, 300) || undefined;
  const status = (data as { status?: { error?: unknown } } | null | undefined)?.status;
  return typeof status?.error === 'string' ? status.error : undefined;
}
