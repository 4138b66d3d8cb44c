import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serverOfEnvironment } from '../scripts/engines/engine-server.ts';
import { engineSettings } from '../scripts/engines/engine-settings.ts';
import { startQdrantPeer } from '../src/engines/qdrant/qdrant-peer.test-support.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { Config, PartialConfig } from '../src/settings/config.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { startChatPeer } from './chat-peer.ts';
import { quickAnswers } from './corpus.ts';
import { refuse, startOpenAiPeer } from './openai-peer.ts';
import { startPglite } from './pglite-server.ts';
import { footnoteWith, type Send, startTestServer, type TestServer } from './serve-fixture.ts';
import { quickAdapters } from './shared-embedder.ts';

/*
 * The HTTP contract of the preset `textbook`, with requests and replies as its document has them.
 */

const chapter = join(import.meta.dirname, 'fixtures', 'chapter-3-lighthouses.md');
const folder = mkdtempSync(join(tmpdir(), 'footnote-textbook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Opened {
  readonly config: Config;
  readonly footnote: Footnote;
}

/** Footnote under the preset, with the sample chapter; closed after the tests of the file. */
async function openChapter(name: string, settings: PartialConfig = {}, own = true): Promise<Opened> {
  const { config } = resolveConfig({
    flags: {
      preset: 'textbook',
      store: join(folder, name),
      ingest: { parserProcesses: 1 },
      answer: quickAnswers,
      ...settings,
    },
    environment: {},
    directory: folder,
  });
  const footnote = await openFootnote(config, own ? await quickAdapters() : {});
  afterAll(() => footnote.close());
  await footnote.ingest([chapter]);
  return { config, footnote };
}

/** A server over it, which is ready. */
async function serve(opened: Opened, options?: Parameters<typeof startTestServer>[1]): Promise<TestServer> {
  await opened.footnote.warmUp();
  const server = await startTestServer(opened, options);
  const isReady = async () => expect((await server.send('/readyz')).status).toBe(200);
  // Unlike a poll, it can be waited for in a hook.
  await vi.waitFor(isReady, { timeout: 60_000 });
  return server;
}

async function serveUntilFinished(opened: Opened): Promise<TestServer> {
  const server = await serve(opened);
  onTestFinished(() => server.server.close());
  return server;
}

interface QueryResponse {
  readonly answer: string;
  readonly sources: readonly {
    readonly chapter: string;
    readonly section: string;
    readonly page: number | null;
    readonly confidence: number;
    readonly chunk_id: string;
  }[];
  readonly confidence: number;
  readonly response_time_ms: number;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const question = 'What does doubling the height of a lighthouse tower add to its range?';

const query = (server: TestServer, body: unknown, options: Send = {}) =>
  server.send('/api/query', { body, ...options });

/** An error as the document has it: three fields, and no others. */
async function expectFailure(
  reply: ReturnType<typeof query>,
  status: number,
  error: string,
  message: string | RegExp,
) {
  const { status: got, body, headers } = await reply;
  expect(got, body).toBe(status);
  expect(headers['content-type']).toMatch(/^application\/json/);
  const told = JSON.parse(body) as Record<string, unknown>;
  expect(Object.keys(told)).toEqual(['error', 'message', 'status_code']);
  expect(told).toMatchObject({ error, status_code: status });
  if (typeof message === 'string') expect(told['message']).toBe(message);
  else expect(told['message']).toMatch(message);
}

const lacksQdrant = serverOfEnvironment('qdrant') === undefined;

describe.each([
  ['the embedded engine', 'embedded'],
  ['Qdrant', 'qdrant'],
] as const)('E10: answers on %s', (_, kind) => {
  const skips = kind === 'qdrant' && lacksQdrant;
  const reason = skips ? ' (QDRANT_URL names no server)' : '';
  let server: TestServer;
  beforeAll(async () => {
    if (skips) return;
    const named = serverOfEnvironment('qdrant');
    const engine =
      kind === 'qdrant' && named
        ? { engine: { ...engineSettings('qdrant', named), name: `textbook_${process.pid}` } }
        : {};
    const opened = await openChapter(kind, engine);
    server = await serve(opened);
  });
  afterAll(async () => {
    if (!skips) await server.server.close();
  });

  test.skipIf(skips)(`E10: a question is answered with passages and their places${reason}`, async () => {
    const reply = await query(server, { question, max_results: 5 });
    expect(reply.status, reply.body).toBe(200);
    const answer = reply.json() as QueryResponse;
    expect(Object.keys(answer)).toEqual(['answer', 'sources', 'confidence', 'response_time_ms']);
    expect(answer.answer).toContain('two fifths');
    expect(answer.answer.length).toBeLessThanOrEqual(2000);
    const texts = answer.answer.split(' ... ');
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(500);
    expect(answer.sources).toHaveLength(3);
    for (const source of answer.sources) {
      expect(Object.keys(source)).toEqual(['chapter', 'section', 'page', 'confidence', 'chunk_id']);
      expect(source.chapter).toBe('3');
      expect(source.section).toMatch(/^3\.\d/);
      expect(source.chunk_id).toMatch(uuid);
      expect(source.confidence).toBe(Number(source.confidence.toFixed(2)));
      expect(source.confidence).toBeGreaterThan(0.35);
      expect(source.confidence).toBeLessThanOrEqual(1);
    }
    const confidences = answer.sources.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((one, other) => other - one));
    const mean = confidences.reduce((sum, one) => sum + one, 0) / 3;
    expect(Math.abs(answer.confidence - mean)).toBeLessThanOrEqual(0.01);
    expect(Number.isInteger(answer.response_time_ms)).toBe(true);
  });

  test.skipIf(skips)(
    `E10: as many passages are quoted as were searched for, at most three${reason}`,
    async () => {
      for (const [maxResults, sources] of [
        [1, 1],
        [2, 2],
        [10, 3],
      ]) {
        const answer = (await query(server, { question, max_results: maxResults })).json() as QueryResponse;
        expect(answer.sources).toHaveLength(sources as number);
      }
    },
  );

  test.skipIf(skips)(`E12: what the textbook has nothing on is 200 without sources${reason}`, async () => {
    const reply = await query(server, { question: 'Who won the football match on Sunday?' });
    expect(reply.status).toBe(200);
    expect(reply.json()).toEqual({
      answer: 'No relevant content found for your question',
      sources: [],
      confidence: 0,
      response_time_ms: expect.any(Number),
    });
  });

  test.skipIf(skips)(
    `E7, E9: selected text is searched for with the question, without its HTML${reason}`,
    async () => {
      const about = 'Who invented it?';
      const without = (await query(server, { question: about })).json() as QueryResponse;
      const context =
        '<p>A valve that the <b>sun</b> closes\n made the first lights without keepers.</p> It saved acetylene.';
      const withIt = (await query(server, { question: about, context })).json() as QueryResponse;
      expect(without.sources).toEqual([]);
      expect(withIt.answer).toContain('Dalén');
      expect((await query(server, { question: about, context: null })).status).toBe(200);
    },
  );
});

describe('requests', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openChapter('requests');
  });

  test('E7: what is invalid is told with its field and bounds', async () => {
    const server = await serveUntilFinished(opened);
    const invalid = (body: unknown, message: string | RegExp) =>
      expectFailure(query(server, body), 400, 'Invalid request', message);
    const aboutQuestion = 'Question must be between 3 and 1000 characters';
    await invalid({ question: 'hi' }, aboutQuestion);
    await invalid({ question: ' <b> </b>  ?' }, aboutQuestion);
    await invalid({ question: 'a'.repeat(1001) }, aboutQuestion);
    await invalid({ question: 7 }, aboutQuestion);
    await invalid({}, aboutQuestion);
    await invalid({ question, context: 'c'.repeat(2001) }, /^Context must be at most 2000 characters$/);
    for (const max_results of [0, 11, 2.5, 'all'])
      await invalid({ question, max_results }, /^max_results must be .* between 1 and 10$/);
    await invalid('{"question": ', /JSON/);
    await invalid({ question: `lighthouse'; DROP TABLE chat_queries; --` }, /^Question: /);
    // None of these counted as a request.
    expect(
      (await query(server, { question: `  ${question.replace('tower', '<i>tower</i>')} ` })).status,
    ).toBe(200);
    expect(
      (await query(server, { question: 'What does the <script> tag have to do with SELECT?' })).status,
    ).toBe(200);
  });

  test('E12: what no route takes is told in the same shape', async () => {
    const server = await serveUntilFinished(opened);
    await expectFailure(query(server, undefined, { method: 'GET' }), 405, 'Method Not Allowed', /GET/);
    await expectFailure(server.send('/api/queries'), 404, 'Not Found', /api\/queries/);
    await expectFailure(
      query(server, 'question=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      415,
      'Unsupported Media Type',
      /application\/json/,
    );
    const limit = opened.config.server.maxBodyBytes;
    await expectFailure(
      query(server, { question: 'a'.repeat(limit) }),
      413,
      'Payload Too Large',
      new RegExp(`${limit}`),
    );
  });

  test('E8: ten requests a minute of one address, then 429 with the seconds to wait', async () => {
    const server = await serveUntilFinished(opened);
    for (let asked = 0; asked < 10; asked += 1) expect((await query(server, { question })).status).toBe(200);
    const { status, headers, body } = await query(server, { question });
    expect(status).toBe(429);
    const told = JSON.parse(body) as Record<string, unknown>;
    const seconds = Number(told['retry_after']);
    expect(told).toEqual({
      error: 'Rate limit exceeded',
      message: `Maximum 10 requests per minute. Please wait ${seconds} seconds.`,
      status_code: 429,
      retry_after: seconds,
    });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers['retry-after']).toBe(String(seconds));
    // The native interface has limits of its own.
    const native = await server.send('/api/v1/collections/default/search', { body: { question } });
    expect(native.status).toBe(200);
  });

  test('it is part of the description, and the native interface is served beside it', async () => {
    const server = await serveUntilFinished(opened);
    const { paths } = (await server.send('/openapi.json')).json() as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(paths['/api/query']?.['post']?.operationId).toBe('queryTextbook');
    expect(paths['/api/v1/collections/{collection}/ask']).toBeDefined();
    expect((await server.send('/api/v1/nothing')).json()).toMatchObject({ error: { code: 'route_unknown' } });
  });
});

test('E10: with a language model its words are the answer', async () => {
  const peer = await startChatPeer();
  onTestFinished(() => peer.close());
  peer.says(['Doubling the height adds about two fifths to the range [1].']);
  const opened = await openChapter('model', {
    generator: { kind: 'openai', baseUrl: peer.baseUrl, model: 'tiny', apiKey: 'secret' },
  });
  const server = await serveUntilFinished(opened);
  const answer = (await query(server, { question })).json() as QueryResponse;
  expect(answer.answer).toBe('Doubling the height adds about two fifths to the range.');
  expect(answer.sources).toHaveLength(3);
  expect(answer.sources[0]?.confidence).toBeGreaterThan(0.35);
});

describe('failures', () => {
  test('E12: until the model is loaded the service is starting up', async () => {
    const opened = await openChapter('loading');
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    const server = await startTestServer({
      ...opened,
      footnote: footnoteWith(opened.footnote, { warmUp: () => loaded }),
    });
    onTestFinished(() => server.server.close());
    const starting = 'Service starting up, please retry';
    await expectFailure(query(server, { question }), 500, 'Internal server error', starting);
    load();
    await expect.poll(async () => (await query(server, { question })).status).toBe(200);
  });

  test('E12: where the embedder fails the query cannot be processed', async () => {
    const peer = await startOpenAiPeer({ dimension: 384 });
    onTestFinished(() => peer.close());
    const model = { kind: 'openai', baseUrl: peer.baseUrl, model: 'hashes', dimension: 384 } as const;
    const server = await serveUntilFinished(await openChapter('embedder', { embedder: model }, false));
    peer.meet(...Array.from({ length: 8 }, () => refuse(400, 'no')));
    await expectFailure(query(server, { question }), 500, 'Internal server error', 'Failed to process query');
  });

  test('E12: where Qdrant is away the vector database is unavailable', async () => {
    const peer = await startQdrantPeer();
    let isOpen = true;
    const close = async () => {
      if (isOpen) await peer.close();
      isOpen = false;
    };
    onTestFinished(close);
    const opened = await openChapter('qdrant-away', {
      engine: { kind: 'qdrant', url: peer.url, name: 'textbook', timeoutMs: 5000 },
    });
    const server = await serveUntilFinished(opened);
    await close();
    const unavailable = 'Vector database unavailable';
    await expectFailure(query(server, { question }), 500, 'Internal server error', unavailable);
  });

  test('E12: where the records are away the chatbot is unavailable', async () => {
    const opened = await openChapter('records-away');
    const server = await serveUntilFinished(opened);
    renameSync(opened.config.store, `${opened.config.store}-away`);
    const away = 'Chatbot temporarily unavailable';
    await expectFailure(query(server, { question }), 500, 'Internal server error', away);
    renameSync(`${opened.config.store}-away`, opened.config.store);
    expect((await query(server, { question })).status).toBe(200);
  });
});

interface ChatQuery {
  readonly query_id: string;
  readonly user_ip_hash: string;
  readonly question: string | null;
  readonly question_hash: string;
  readonly context: string | null;
  readonly retrieved_chunk_ids: unknown;
  readonly response_time_ms: number;
  readonly status: string;
  readonly created_at: unknown;
}

/** Asks eleven times, so that the last is refused, and looks at the table in SQL. */
async function expectChatQueries(opened: Opened, rows: () => Promise<readonly ChatQuery[]>): Promise<void> {
  const server = await serveUntilFinished(opened);
  const answer = (await query(server, { question, context: 'The tower of Hallin.' })).json() as QueryResponse;
  for (let asked = 0; asked < 9; asked += 1) await query(server, { question: 'Who won on Sunday?' });
  expect((await query(server, { question })).status).toBe(429);
  const logged = async () => {
    await opened.footnote.readLog();
    return rows();
  };
  await expect.poll(async () => (await logged()).length).toBe(11);
  const [first, ...others] = await logged();
  expect(Object.keys(first as object)).toEqual([
    'query_id',
    'user_ip_hash',
    'question',
    'question_hash',
    'context',
    'retrieved_chunk_ids',
    'response_time_ms',
    'status',
    'created_at',
  ]);
  expect(first).toMatchObject({ question: null, context: null, status: 'success' });
  expect(first?.query_id).toMatch(uuid);
  expect(first?.user_ip_hash).toMatch(/^[0-9a-f]{64}$/);
  const found = first?.retrieved_chunk_ids;
  const ids = (typeof found === 'string' ? JSON.parse(found) : found) as string[];
  expect(ids).toEqual(answer.sources.map(({ chunk_id }) => chunk_id));
  const refused = others.find(({ status }) => status === 'rate_limited');
  expect(refused).toMatchObject({ question_hash: first?.question_hash, user_ip_hash: first?.user_ip_hash });
  expect(others.filter(({ status }) => status === 'success')).toHaveLength(9);
}

const statement = 'select * from chat_queries order by created_at, query_id';

describe('E11: chat_queries', () => {
  test('E11: in SQLite', async () => {
    const opened = await openChapter('log');
    using database = new DatabaseSync(join(opened.config.store, 'footnote.db'), { readOnly: true });
    await expectChatQueries(opened, async () => database.prepare(statement).all() as unknown as ChatQuery[]);
  });

  test('E11: in PostgreSQL', async () => {
    const postgresql = await startPglite();
    afterAll(() => postgresql.close());
    const url = `postgresql://${postgresql.host}:${postgresql.port}/postgres`;
    const opened = await openChapter('log-postgresql', {
      records: { kind: 'postgresql', url, user: 'postgres', schema: 'textbook' },
    });
    const client = new Client({
      host: postgresql.host,
      port: postgresql.port,
      user: 'postgres',
      database: 'postgres',
    });
    await client.connect();
    onTestFinished(() => client.end());
    await expectChatQueries(opened, async () => {
      const { rows } = await client.query(statement.replace('chat_queries', 'textbook.chat_queries'));
      return rows as ChatQuery[];
    });
    const { rows } = await client.query(
      `select column_name, data_type from information_schema.columns
        where table_schema = 'textbook' and table_name = 'chat_queries'`,
    );
    const types = new Map(
      (rows as { column_name: string; data_type: string }[]).map((row) => [row.column_name, row.data_type]),
    );
    expect(types.get('retrieved_chunk_ids')).toBe('jsonb');
    expect(types.get('created_at')).toBe('timestamp with time zone');
  });

  test('E11: with words only where the settings say so', async () => {
    const opened = await openChapter('log-words', { log: { storeQuestions: true } });
    const server = await serveUntilFinished(opened);
    await query(server, { question, context: 'The tower of Hallin.' });
    await opened.footnote.readLog();
    using database = new DatabaseSync(join(opened.config.store, 'footnote.db'), { readOnly: true });
    expect(database.prepare(statement).all()).toMatchObject([{ question, context: 'The tower of Hallin.' }]);
  });

  test('E11: a log that cannot be written costs no answer', async () => {
    const opened = await openChapter('log-broken');
    const server = await serveUntilFinished(opened);
    using database = new DatabaseSync(join(opened.config.store, 'footnote.db'));
    database.exec(
      `create trigger refuse before insert on qa_logs begin select raise(abort, 'on purpose'); end`,
    );
    expect((await query(server, { question })).status).toBe(200);
    expect((await opened.footnote.readLog()).lost).toBe(1);
  });
});
