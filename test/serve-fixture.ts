import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { createServer, type ServerOptions } from '../src/serve/create-server.ts';
import { listen } from '../src/serve/listen.ts';
import type { Config, PartialConfig } from '../src/settings/config.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { quickAnswers } from './corpus.ts';
import { quickAdapters } from './shared-embedder.ts';

/** The documents of every server test. */
export const documents = {
  'refunds.md':
    '---\naudience: customers\n---\n# Refunds\n\nItems can be returned within 30 days of delivery. ' +
    'Refunds arrive within five working days.\n',
  'shipping.md': '# Shipping\n\n## Abroad\n\nParcels to Norway take nine days and need a customs form.\n',
  'straße (neu).md': '# Öffnungszeiten\n\nThe shop in the Lindenstraße opens at ten on Saturdays.\n',
};

/** A store with {@link documents} ingested into the collection `default`. */
export interface TestStore {
  readonly config: Config;
  readonly footnote: Footnote;
  close(): Promise<void>;
}

export async function openTestStore(flags: PartialConfig = {}): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-serve-'));
  const { config } = resolveConfig({
    flags: { answer: quickAnswers, ...flags, store: join(directory, 'store'), embedder: { threads: 1 } },
    environment: {},
    directory,
  });
  const files = Object.entries(documents).map(([name, text]) => ({ path: join(directory, name), text }));
  for (const { path, text } of files) await writeFile(path, text);
  const footnote = await openFootnote(config, await quickAdapters());
  await footnote.ingest(files.map(({ path }) => path));
  return {
    config,
    footnote,
    async close() {
      await footnote.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** A store of which some methods do what a test says. */
export function footnoteWith(footnote: Footnote, changed: Partial<Footnote>): Footnote {
  return new Proxy(footnote, {
    get(target, name) {
      const own: unknown = Reflect.get(changed, name);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A server-sent event as it came, its data still text. */
export interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Reads a whole event stream by the rules of the specification, as far as the server uses them. */
export function sentEvents(body: string): readonly SentEvent[] {
  return body
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => frame.split('\n').filter((line) => !line.startsWith(':')))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const fields = new Map(lines.map((line) => /^(\w+): (.*)$/s.exec(line)?.slice(1) as [string, string]));
      return {
        id: fields.get('id') ?? '',
        event: fields.get('event') ?? '',
        data: fields.get('data') ?? '',
      };
    });
}

/** A reply as it came over the socket. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  json(): unknown;
}

/** What to send. Unlike `fetch`, nothing is normalised: not the path, not the `Host` header. */
export interface Send {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The address of this machine that it is sent from. Default: 127.0.0.1. */
  readonly localAddress?: string;
}

export interface TestServer {
  readonly address: string;
  readonly server: ReturnType<typeof createServer>;
  /** Every route that the router knows. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** Lines that were logged. */
  readonly log: readonly string[];
  send(path: string, options?: Send): Promise<Reply>;
}

/**
 * Starts a server on a free port. Its routes are listed by the router itself. `whileClosing` runs when the server
 * has begun to close and still takes connections.
 */
export async function startTestServer(
  store: Pick<TestStore, 'config' | 'footnote'>,
  options: Pick<ServerOptions, 'authenticators' | 'webDirectory' | 'streamLimits' | 'now'> & {
    readonly whileClosing?: () => Promise<void>;
  } = {},
): Promise<TestServer> {
  const log: string[] = [];
  const routes: { method: string; url: string }[] = [];
  const server = createServer({
    ...store,
    authenticators: options.authenticators,
    webDirectory: options.webDirectory,
    streamLimits: options.streamLimits,
    now: options.now,
    logStream: { write: (line) => void log.push(line) },
  });
  server.addHook('preClose', async () => options.whileClosing?.());
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  const address = await listen(server, { host: '127.0.0.1', port: 0 });
  return { address, server, routes, log, send: (path, options) => send(address, path, options) };
}

/** A store and a server over it for all tests of a file. */
export async function serveTestStore(
  options?: Parameters<typeof startTestServer>[1],
  flags: PartialConfig = {},
): Promise<{ readonly store: TestStore; readonly server: TestServer }> {
  const store = await openTestStore(flags);
  const server = await startTestServer(store, options);
  afterAll(async () => {
    await server.server.close();
    await store.close();
  });
  return { store, server };
}

/** Sends one request over a connection of its own. */
export function send(address: string, path: string, options: Send = {}): Promise<Reply> {
  const { method = options.body === undefined ? 'GET' : 'POST', body, signal, localAddress } = options;
  const { hostname, port } = new URL(address);
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method, headers, signal, localAddress, agent: false },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const received = Buffer.concat(parts).toString('utf8');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: received,
            json: () => JSON.parse(received),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** A failure has to look like this: its status, and a body of its code and details alone. */
export function expectError(reply: Reply, status: number, code: string) {
  expect(reply.json(), reply.body).toMatchObject({ error: { code, details: expect.any(Object) } });
  expect(reply.status).toBe(status);
  expect(Object.keys(reply.json() as object)).toEqual(['error']);
}
