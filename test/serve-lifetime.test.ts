import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, type AnswerStream, answerStream } from '../src/answer/answer.ts';
import { FootnoteError } from '../src/errors.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import {
  expectError,
  footnoteWith,
  openTestStore,
  type Reply,
  startTestServer,
  type TestServer,
  type TestStore,
} from './serve-fixture.ts';

const ask = '/api/v1/collections/default/ask';
const question = 'Within how many days can items be returned?';

let store: TestStore;
const servers: TestServer[] = [];

beforeAll(async () => {
  store = await openTestStore();
});

afterEach(async () => {
  for (const { server } of servers.splice(0)) await server.close();
});

afterAll(async () => {
  await store.close();
});

/** A server over the real store in which one method first does what the test says. */
async function serverWith(
  changed: Partial<Footnote> = {},
  whileClosing?: () => Promise<void>,
): Promise<TestServer> {
  const footnote = footnoteWith(store.footnote, changed);
  const server = await startTestServer({ config: store.config, footnote }, { whileClosing });
  servers.push(server);
  return server;
}

/** The stream of an answer that is made by something else. */
function answerLater(make: () => Promise<Answer>): AnswerStream {
  return answerStream(async function* () {
    yield { type: 'done', answer: await make() };
  });
}

test('a request has one time to arrive in, whether its headers or its body are late', async () => {
  const { server } = await serverWith();
  expect(server.server.headersTimeout).toBe(30_000);
  // The time of bodies is the server's own to keep: uploads have more of it.
  expect(server.server.requestTimeout).toBe(0);
});

test('a connection on which nothing was asked does not hold up a server that closes', async () => {
  const { server, address } = await serverWith();
  const accepted = once(server.server, 'connection');
  const silent = connect(Number(new URL(address).port), '127.0.0.1');
  await accepted;
  const ended = once(silent, 'close');
  await server.close();
  await ended;
});

describe('a client that goes away', () => {
  test('stops the work on its question', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const ended = Promise.withResolvers<unknown>();
    const server = await serverWith({
      ask: (text, options) =>
        answerLater(async () => {
          const signal = options?.signal as AbortSignal;
          begun.resolve(signal);
          await once(signal, 'abort');
          const answer = store.footnote.ask(text, options);
          ended.resolve(answer.catch((error: unknown) => error));
          return answer;
        }),
    });
    const client = new AbortController();
    const reply = server.send(ask, { body: { question }, signal: client.signal });
    const signal = await begun.promise;
    expect(signal.aborted).toBe(false);
    client.abort();
    await expect(reply).rejects.toThrow();
    expect(await ended.promise).toMatchObject({ code: 'aborted' });
    expect(server.log).toEqual([]);
  });

  test('one that stays is not mistaken for one that left', async () => {
    const signals: AbortSignal[] = [];
    const server = await serverWith({
      search(text, options) {
        signals.push(options?.signal as AbortSignal);
        return store.footnote.search(text, options);
      },
    });
    const reply = await server.send(ask.replace('ask', 'search'), { body: { question } });
    expect(reply.status).toBe(200);
    await server.server.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});

describe('closing', () => {
  test('finishes what has begun and lets go of its connection, however long a client would keep it', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const server = await serverWith({
      ask: (text, options) =>
        answerLater(async () => {
          begun.resolve();
          await gate.promise;
          return store.footnote.ask(text, options);
        }),
    });
    const inFlight = server.send(ask, { body: { question }, headers: { connection: 'keep-alive' } });
    await begun.promise;
    const closed = server.server.close();
    await expect.poll(() => server.server.server.listening).toBe(false);
    await expect(server.send('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    gate.resolve();
    const reply = await inFlight;
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ abstained: false });
    expect(reply.headers.connection).toBe('close');
    await closed;
  });

  test('begins with readiness: what still comes in is refused, liveness stays', async () => {
    const replies: Record<string, Reply> = {};
    const server = await serverWith({}, async () => {
      for (const path of ['/readyz', '/healthz', '/api/v1/collections'])
        replies[path] = await server.send(path);
    });
    await server.server.close();
    for (const path of ['/readyz', '/api/v1/collections']) {
      expect(replies[path]?.status).toBe(503);
      expect(replies[path]?.headers['retry-after']).toBe('1');
      expect(replies[path]?.json()).toMatchObject({ error: { code: 'server_not_ready' } });
    }
    expect(replies['/healthz']?.status).toBe(200);
  });
});

/**
 * A server that may work on one question at a time, and is at work on one until `finish` is called; others may wait as
 * the settings say, by default none.
 */
async function busyServer(stream: boolean, queue: Partial<TestStore['config']['server']> = {}) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const questions: string[] = [];
  const footnote = footnoteWith(store.footnote, {
    ask: (...args) =>
      answerLater(async () => {
        questions.push(args[0]);
        asked.resolve();
        await gate.promise;
        return store.footnote.ask(...args);
      }),
  });
  const limits = { maxQuestions: 1, maxQueued: 0, ...queue };
  const config = { ...store.config, server: { ...store.config.server, ...limits } };
  const server = await startTestServer({ config, footnote });
  servers.push(server);
  const underWay = server.send(ask, { body: { question, stream } });
  await asked.promise;
  return {
    server,
    /** Those that were worked on. */
    questions,
    finish: () => {
      gate.resolve();
      return underWay;
    },
  };
}

test.each([true, false])(
  'questions beyond those that may be under way are refused at once, until one has ended (streamed: %s)',
  async (stream) => {
    const { server, finish } = await busyServer(stream);
    for (const path of [ask, ask.replace('ask', 'search')]) {
      const refused = await server.send(path, { body: { question } });
      expect(refused.status).toBe(503);
      expect(refused.headers['retry-after']).toBe('1');
      expect(refused.json()).toMatchObject({
        error: { code: 'server_busy', details: { limit: 1, queued: 0 } },
      });
    }
    expect((await server.send('/healthz')).status).toBe(200);
    expect((await finish()).status).toBe(200);
    expect((await server.send(ask, { body: { question } })).status).toBe(200);
    expect(server.log).toEqual([]);
  },
);

/** Two questions to a busy server where one may wait: which of them does shows when the other is refused. */
async function waitingQuestion(server: TestServer, stream: boolean) {
  const asked = ['Which parcels take nine days?', 'When does the shop open?'].map((text) => {
    const client = new AbortController();
    const reply = server.send(ask, { body: { question: text, stream }, signal: client.signal });
    return { text, client, reply };
  });
  const refused = await Promise.race(asked.map(async ({ reply }, index) => ({ index, ...(await reply) })));
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('1');
  const waiting = asked[1 - refused.index];
  if (!waiting) throw new Error('No question waits.');
  return waiting;
}

describe.each([true, false])('where questions may wait for their turn (streamed: %s)', (stream) => {
  test('one does, and is answered when the one before it is', async () => {
    const { server, questions, finish } = await busyServer(stream, { maxQueued: 1, maxQueueMs: 600_000 });
    const waiting = await waitingQuestion(server, stream);
    expect(questions).toEqual([question]);
    expect((await finish()).status).toBe(200);
    expect((await waiting.reply).status).toBe(200);
    expect(questions).toEqual([question, waiting.text]);
    expect(server.log).toEqual([]);
  });

  test('one whose client goes away leaves the queue, and nothing is done for it', async () => {
    const { server, questions, finish } = await busyServer(stream, { maxQueued: 1, maxQueueMs: 600_000 });
    const waiting = await waitingQuestion(server, stream);
    waiting.client.abort();
    await expect(waiting.reply).rejects.toThrow();
    // What a body lacks is only said where there is room in the queue.
    const nothingAsked = async () => (await server.send(ask, { body: {} })).status;
    await expect.poll(nothingAsked).toBe(400);
    const other = server.send(ask, { body: { question: 'Which form?', stream } });
    await expect.poll(nothingAsked).toBe(503);
    await finish();
    expect((await other).status).toBe(200);
    expect(questions).toEqual([question, 'Which form?']);
  });

  test('one whose turn does not come in time is refused as the others are', async () => {
    const { server, questions, finish } = await busyServer(stream, { maxQueued: 1, maxQueueMs: 1 });
    const late = await server.send(ask, { body: { question: 'Which form?', stream } });
    expectError(late, 503, 'server_busy');
    expect(late.headers['retry-after']).toBe('1');
    expect((await finish()).status).toBe(200);
    expect(questions).toEqual([question]);
    expect(server.log).toEqual([]);
  });
});

test('a question beyond those that may be under way is refused before its body has come, by the rules for all', async () => {
  const { server, finish } = await busyServer(false);
  const head = await beginningOfReply(server, ask, 'Host: localhost');
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  expect(head).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(head).toMatch(/\r\ncache-control: no-store\r\n/i);
  expect(head).toMatch(/\r\ncontent-security-policy: /i);
  const refused = await beginningOfReply(server, ask, 'Host: evil.example');
  expect(refused).toMatch(/^HTTP\/1\.1 403 /);
  expect(refused).toMatch(/\r\ncontent-security-policy: /i);
  expect((await finish()).status).toBe(200);
});

/** What is answered to a POST of which the body never comes. */
async function beginningOfReply(server: TestServer, path: string, host: string): Promise<string> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n`,
  );
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return bytes.toString();
}

describe('readiness', () => {
  test('waits for model and index', async () => {
    const gate = Promise.withResolvers<void>();
    const server = await serverWith({
      async warmUp(options) {
        await gate.promise;
        return store.footnote.warmUp(options);
      },
    });
    const early = await server.send('/readyz');
    expect(early.status).toBe(503);
    expect(early.headers['retry-after']).toBe('1');
    expect(early.json()).toMatchObject({ error: { code: 'server_not_ready' } });
    expect((await server.send('/healthz')).status).toBe(200);
    expect(server.log).toEqual([]);
    gate.resolve();
    await expect.poll(async () => (await server.send('/readyz')).status).toBe(200);
  });

  test('comes when a load that failed succeeds, and does not show where the files are', async () => {
    let loads = 0;
    const server = await serverWith({
      warmUp(options) {
        loads += 1;
        if (loads > 1) return store.footnote.warmUp(options);
        const file = '/home/alice/models/model.onnx';
        const details = { file, reason: `ENOENT, open '${file}'`, remedy: 'Restore it' };
        return Promise.reject(new FootnoteError('model_missing', details));
      },
    });
    const failed = await server.send('/readyz');
    expect(failed.status).toBe(503);
    expect(failed.body).toContain('model.onnx');
    expect(failed.body).not.toContain('alice');
    expect(server.log[0]).toContain('alice/models');
    await expect.poll(async () => (await server.send('/readyz')).status).toBe(200);
    expect(loads).toBe(2);
  });

  test('goes where another process rebuilds the index with another embedder', async () => {
    const own = await openTestStore();
    onTestFinished(() => own.close());
    const server = await startTestServer(own);
    servers.push(server);
    await expect.poll(async () => (await server.send('/readyz')).status).toBe(200);
    const other = await openFootnote({
      ...own.config,
      embedder: { threads: 1, documentPrefix: 'passage: ' },
    });
    onTestFinished(() => other.close());
    await other.reindex();
    const refused = await server.send('/readyz');
    expect(refused.status).toBe(503);
    expect(refused.body).toContain('restart it with the settings of the index');
    expect((await server.send(ask, { body: { question } })).status).toBe(409);
  });

  test('goes with the store, liveness does not', async () => {
    const closing = await openTestStore();
    onTestFinished(() => closing.close());
    const server = await startTestServer(closing);
    servers.push(server);
    await expect.poll(async () => (await server.send('/readyz')).status).toBe(200);
    await closing.footnote.close();
    expect((await server.send('/readyz')).status).toBe(503);
    expect((await server.send('/healthz')).status).toBe(200);
    const reply = await server.send(ask, { body: { question } });
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.json()).toMatchObject({ error: { code: 'store_unavailable' } });
    expect(reply.body).not.toContain(closing.config.store);
  });
});

describe('a failure that nobody foresaw', () => {
  test('is told to the log and not to the client, and the question to neither', async () => {
    const server = await serverWith({
      ask: (text) =>
        answerLater(() => Promise.reject(new Error(`cannot open /home/alice/secret for "${text}"`))),
    });
    const reply = await server.send(ask, { body: { question } });
    expect(reply.status).toBe(500);
    expect(reply.json()).toEqual({
      error: {
        code: 'internal',
        message:
          'Something went wrong inside Footnote. Check the server log for details, and report the problem.',
        details: {},
      },
    });
    expect(server.log).toHaveLength(1);
    const line = JSON.parse(server.log[0] ?? '') as Record<string, unknown>;
    expect(line).toMatchObject({
      code: 'internal',
      method: 'POST',
      route: '/api/v1/collections/:collection/ask',
    });
    expect(line.trace).toContain('cannot open /home/alice/secret for "[question]"');
    expect(line.trace).toMatch(/\n\s+at /);
    expect(server.log[0]).not.toContain(question);
  });

  test('includes a reply that does not fit its schema', async () => {
    const server = await serverWith({
      ask: (text, options) =>
        answerLater(async () => ({ ...(await store.footnote.ask(text, options)), confidence: Number.NaN })),
    });
    const reply = await server.send(ask, { body: { question } });
    expect(reply.status).toBe(500);
    expect(reply.json()).toMatchObject({ error: { code: 'internal' } });
    expect(server.log[0]).toContain('confidence');
  });

  test('what a client did wrong is not logged', async () => {
    const server = await serverWith();
    await server.send(ask, { body: { question: '' } });
    await server.send('/nothing');
    await server.send('/healthz', { headers: { host: 'evil.example' } });
    expect(server.log).toEqual([]);
  });
});
