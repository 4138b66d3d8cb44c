import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { Client, types } from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';
import { type ServerEngineName, serverOfEnvironment } from '../scripts/engines/engine-server.ts';
import { engineSettings } from '../scripts/engines/engine-settings.ts';
import type { OwnAdapters } from '../src/app/adapters.ts';
import { pglitePool, startPglite } from '../src/engines/postgresql/pglite-pool.test-support.ts';
import { postgresqlEngine } from '../src/engines/postgresql/postgresql-engine.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PresetName } from '../src/presets/presets.ts';
import { createServer } from '../src/serve/create-server.ts';
import { listen } from '../src/serve/listen.ts';
import type { Config } from '../src/settings/config.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { quickAnswers, writeFiles } from './corpus.ts';
import { quickParsers } from './shared-embedder.ts';

/*
 * A preset's server over documents, on the embedded engine or the one that its description names, and clients of it
 * that know nothing of Footnote: `fetch`, and a parser of server-sent events from elsewhere.
 */

/** Where passages are kept. */
export interface EngineCase {
  readonly title: string;
  /** Why it cannot be tested here; undefined where it can. */
  readonly missing?: string;
  /** Begins to use it. */
  open(): Promise<EngineUse>;
}

interface EngineUse {
  readonly flags: {
    readonly engine?: Partial<Config['engine']>;
    readonly records?: Partial<Config['records']>;
  };
  /** Reads a table of the records, where a server has them. Default: they are in the store's file. */
  readonly query?: Query;
  readonly adapters?: () => OwnAdapters;
  /** Takes away what was kept there. */
  readonly drop?: (footnote: Footnote) => Promise<unknown>;
  readonly close?: () => Promise<void>;
}

/** Rows of a statement that takes one text. */
type Query = (statement: string, text: string) => Promise<readonly Record<string, unknown>[]>;

/** The engine in the store's file. */
export const embedded: EngineCase = { title: 'the embedded engine', open: async () => ({ flags: {} }) };

/** PostgreSQL with pgvector, which runs in this process. */
export const pglite: EngineCase = {
  title: 'PostgreSQL in this process',
  async open() {
    const database = await startPglite();
    const engine = () =>
      postgresqlEngine({
        url: 'postgresql://localhost/in-process',
        pool: pglitePool(database),
        analyser: analyser(),
        timeoutMs: 30_000,
      });
    return {
      flags: { engine: { kind: 'postgresql' } },
      adapters: () => ({ engine: engine() }),
      close: () => database.close(),
    };
  },
};

let places = 0;

/** A server that the environment names. */
export function onServer(kind: ServerEngineName, title: string, name?: string): EngineCase {
  const server = serverOfEnvironment(kind);
  return {
    title,
    ...(!server && { missing: `${kind.toUpperCase()}_URL names no server` }),
    async open() {
      if (!server) throw new Error(`${title} is not there`);
      const own = name ?? `contract_${process.pid}_${++places}`;
      return {
        flags: { engine: { ...engineSettings(kind, server), name: own, timeoutMs: 30_000 } },
        drop: (footnote) => footnote.reindex({ engine: { kind: 'embedded' } }),
      };
    },
  };
}

/** The type as PostgreSQL numbers it. */
const bigint = 20;

/** PostgreSQL as the environment names it, with the records in it too; all of it in schemas of its own. */
export function postgresqlServer(): EngineCase {
  const engine = onServer('postgresql', 'PostgreSQL, records too');
  return {
    ...engine,
    async open() {
      const use = await engine.open();
      const { url = '', user = '', password = '', name = '' } = use.flags.engine ?? {};
      const schema = `${name}_records`;
      const client = new Client({
        connectionString: serverOfEnvironment('postgresql')?.url,
        // Its integers are as long as PostgreSQL has them, which the client gives as text.
        types: {
          getTypeParser: (type: number) => (type === bigint ? Number : types.getTypeParser(type, 'text')),
        },
      });
      await client.connect();
      return {
        ...use,
        flags: { ...use.flags, records: { kind: 'postgresql', url, user, password, schema } },
        query: async (statement, text) => {
          const { rows } = await client.query(statement.replace(' from ', ` from ${schema}.`), [text]);
          return rows as Record<string, unknown>[];
        },
        close: async () => {
          for (const one of [name, schema, `${schema}_queue`])
            await client.query(`drop schema if exists ${one} cascade`);
          await client.end();
        },
      };
    },
  };
}

/** Documents that are served under a preset. */
export interface Library {
  readonly folder: string;
  readonly footnote: Footnote;
  /** Reads a table of the records, past Footnote. The text stands where the statement has `$1`. */
  readonly query: Query;
  /** A server over them under variables of the environment; it is closed with the library. */
  serve(environment?: Readonly<Record<string, string>>): Promise<HttpClient>;
  close(): Promise<void>;
}

/** Ingests documents under a preset. */
export async function openLibrary(
  preset: PresetName,
  engine: EngineCase,
  files: Readonly<Record<string, string>>,
  embedder: NonNullable<OwnAdapters['embedder']>,
): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), `footnote-${preset}-`));
  const use = await engine.open();
  const opened: (() => Promise<unknown>)[] = [];
  const start = async (environment: Readonly<Record<string, string>> = {}) => {
    const quick = { answer: quickAnswers, ingest: { parserProcesses: 1 } };
    const flags = { preset, store: join(folder, 'store'), ...quick, ...use.flags };
    const { config } = resolveConfig({ flags, environment, directory: folder });
    const footnote = await openFootnote(config, { embedder, parsers: quickParsers, ...use.adapters?.() });
    opened.unshift(() => footnote.close());
    return { config, footnote };
  };
  const first = await start();
  const report = await first.footnote.ingest([writeFiles(join(folder, 'documents'), files)]);
  expect(report).toMatchObject({ status: 'complete', failures: [] });
  return {
    folder,
    footnote: first.footnote,
    query: use.query ?? fileQuery(join(folder, 'store', 'footnote.db')),
    async serve(environment) {
      const { config, footnote } = await start(environment);
      // What fails on purpose is no news.
      const server = createServer({ config, footnote, logStream: { write() {} } });
      opened.unshift(() => server.close());
      return new HttpClient(await listen(server, { host: '127.0.0.1', port: 0 }));
    },
    async close() {
      const last = opened.pop();
      for (const close of opened) await close();
      await use.drop?.(first.footnote);
      await last?.();
      await use.close?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function fileQuery(file: string): Query {
  return async (statement, text) => {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare(statement.replace('$1', '?')).all(text);
  };
}

/** An operation of an OpenAPI description, as far as it is looked at. */
interface Operation {
  readonly requestBody: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: object }>>;

interface Description {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly examples?: unknown }>> };
}

/** What is looked up in a description that a server gives of itself. */
export interface Described {
  /** Says what is wrong with a value where something is: by the schema of a request, a reply or an event. */
  problem(part: 'request' | 'reply' | 'event', value: unknown): string | undefined;
  /** Those of the schema of a part. */
  examples(part: 'request' | 'reply' | 'event'): readonly unknown[];
}

/** A server-sent event, its data read. */
export interface ReceivedEvent {
  readonly event: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A schema that looks for others in itself. */
function local(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as object;
}

/** Talks to a server as the clients do that are written against a description. */
export class HttpClient {
  readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  /** Sends JSON, or a text as it is. */
  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** The body of a reply that has to be a success. */
  async ask<Reply>(path: string, body: unknown): Promise<Reply> {
    const reply = await this.post(path, body);
    const text = await reply.text();
    expect([reply.status, reply.headers.get('content-type')], text).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    return JSON.parse(text) as Reply;
  }

  /** What the server's own description says of a route, read without the schemas that it was made from. */
  async described(path: string): Promise<Described> {
    const description = (await (await fetch(`${this.address}/openapi.json`)).json()) as Description;
    const operation = description.paths[path]?.post;
    const reply = operation?.responses[200]?.content;
    const schemas = {
      request: operation?.requestBody.content['application/json']?.schema,
      reply: reply?.['application/json']?.schema,
      event: reply?.['text/event-stream']?.schema,
    };
    const definitions = local(description.components.schemas);
    return {
      problem(part, value) {
        const schema = { ...local(schemas[part] ?? { not: {} }), $defs: definitions };
        return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).error
          ?.message;
      },
      examples(part) {
        const [, name = ''] = /"#\/components\/schemas\/([^"]+)"/.exec(JSON.stringify(schemas[part])) ?? [];
        return [description.components.schemas[name]?.examples ?? []].flat();
      },
    };
  }

  /** All events of a stream. */
  async events(path: string, body: unknown): Promise<readonly ReceivedEvent[]> {
    const reply = await this.post(path, body);
    expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const received: ReceivedEvent[] = [];
    const frames = reply.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onError: 'terminate' }));
    for await (const { event, data } of frames ?? [])
      received.push({ event, data: JSON.parse(data) as ReceivedEvent['data'] });
    return received;
  }
}
