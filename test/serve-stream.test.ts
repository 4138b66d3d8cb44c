import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, type AnswerEvent, answerStream } from '../src/answer/answer.ts';
import { FootnoteError } from '../src/errors.ts';
import type { AskOptions } from '../src/footnote.ts';
import type { StreamLimits } from '../src/serve/event-streams.ts';
import {
  footnoteWith,
  openTestStore,
  type SentEvent,
  sentEvents,
  startTestServer,
  type TestServer,
  type TestStore,
} from './serve-fixture.ts';

const path = '/api/v1/collections/default/ask';
const question = 'Within how many days can items be returned?';
const body = { question, stream: true };

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore({ answer: { reader: 'model' } });
});

afterAll(async () => {
  await store.close();
});

/** What makes the events of an answer in a test. */
type MakeEvents = (options: AskOptions) => AsyncGenerator<AnswerEvent, void>;

/** A server over the real store whose answers are made by the test, where it makes any. */
async function startServer(make?: MakeEvents, streamLimits?: Partial<StreamLimits>): Promise<TestServer> {
  const ask = make && ((_text: string, options: AskOptions = {}) => answerStream(() => make(options)));
  const footnote = footnoteWith(store.footnote, ask ? { ask } : {});
  const server = await startTestServer({ config: store.config, footnote }, { streamLimits });
  onTestFinished(() => server.server.close());
  return server;
}

/** A stream that is read as far as the test wants. */
interface Client {
  readonly response: IncomingMessage;
  /** Resolves once what has come matches. */
  until(pattern: RegExp): Promise<void>;
  /** Resolves with all events when the stream has ended, one way or another. */
  ended(): Promise<readonly SentEvent[]>;
  leave(): void;
}

/** Asks and returns as soon as the reply has begun; `isPaused` reads nothing of it. */
async function open({ address }: TestServer, { isPaused = false } = {}): Promise<Client> {
  const { hostname, port } = new URL(address);
  const headers = { 'content-type': 'application/json' };
  const outgoing = request({ hostname, port, path, method: 'POST', headers, agent: false });
  outgoing.end(JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let received = '';
  let hasEnded = false;
  response.setEncoding('utf8').on('error', () => undefined);
  response.once('close', () => {
    hasEnded = true;
  });
  if (!isPaused) response.on('data', (text: string) => (received += text));
  return {
    response,
    until: (pattern) => expect.poll(() => received, { interval: 2 }).toMatch(pattern),
    async ended() {
      if (!hasEnded) await once(response, 'close');
      return sentEvents(received);
    },
    leave: () => outgoing.destroy(),
  };
}

const names = (events: readonly SentEvent[]) => events.map(({ event }) => event);

const token = (text: string): AnswerEvent => ({ type: 'token', text });

describe('a streamed answer', () => {
  test('comes event by event and is the answer that comes whole', async () => {
    const server = await startServer();
    const reply = await server.send(path, { body });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    const events = sentEvents(reply.body);
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, place) => place + 1));
    const data = events.map((one) => JSON.parse(one.data) as AnswerEvent);
    expect(data.map(({ type }) => type)).toEqual(names(events));
    expect(names(events)[0]).toBe('retrieved');
    expect(names(events).filter((name) => name === 'done')).toHaveLength(1);
    const last = data.at(-1);
    if (last?.type !== 'done') throw new Error('the last event should be done');
    const said = data.flatMap((event) => (event.type === 'token' ? [event.text] : [])).join('');
    expect(said).toBe(last.answer.answer);
    expect(said).toContain('Items can be returned within 30 days of delivery. [1]');
    expect(names(events).indexOf('citation')).toBeLessThan(
      data.findIndex((event) => event.type === 'token' && event.text.includes('[1]')),
    );
    const whole = (await server.send(path, { body: { question } })).json() as Answer;
    const { messageId } = last.answer;
    expect({ ...last.answer, timings: {} }).toEqual({ ...whole, messageId, timings: {} });
  });

  test('takes a conversation and marked words along', async () => {
    const asked: AskOptions[] = [];
    const server = await startServer(async function* (options) {
      asked.push(options);
      yield* store.footnote.ask(question, options);
    });
    const history = [{ role: 'user', content: 'What about refunds?' }];
    await server.send(path, { body: { ...body, history, selectedText: 'within 30 days' } });
    expect(asked[0]).toMatchObject({ collection: 'default', history, selectedText: 'within 30 days' });
    expect(asked[0]).not.toHaveProperty('stream');
  });

  test('C8: tells of a wait for the model when it begins', async () => {
    const gate = Promise.withResolvers<void>();
    const wait = { type: 'waiting', reason: 'high-traffic', seconds: 12, message: 'High traffic.' } as const;
    const server = await startServer(async function* () {
      yield wait;
      await gate.promise;
      yield* store.footnote.ask(question);
    });
    const client = await open(server);
    await client.until(/"waiting"/);
    gate.resolve();
    const events = await client.ended();
    expect(names(events).slice(0, 2)).toEqual(['waiting', 'retrieved']);
    expect(JSON.parse(events[0]?.data ?? '')).toEqual(wait);
  });

  test('keeps words that look like events inside their event', async () => {
    const text = 'id: 9\r\nevent: done\r\n\r\ndata: {}\n\n:\u2028 "quoted" \\ ';
    const server = await startServer(async function* () {
      yield token(text);
      yield* store.footnote.ask(question);
    });
    const [first] = sentEvents((await server.send(path, { body })).body);
    expect(first?.event).toBe('token');
    expect(JSON.parse(first?.data ?? '')).toEqual({ type: 'token', text });
  });

  test('of 10 000 tokens at once has each of them, in order', async () => {
    const said = Array.from({ length: 10_000 }, (_, place) => ` ${place}`);
    const server = await startServer(async function* () {
      for (const text of said) yield token(text);
      yield* store.footnote.ask(question);
    });
    const events = sentEvents((await server.send(path, { body })).body);
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, place) => place + 1));
    const texts = events.slice(0, said.length).map(({ data }) => (JSON.parse(data) as { text: string }).text);
    expect(texts).toEqual(said);
    expect(
      names(events)
        .slice(said.length)
        .filter((name) => name === 'done' || name === 'error'),
    ).toEqual(['done']);
  });

  test('of which nothing could be sent yet fails with a status of its own', async () => {
    const server = await startServer();
    const unknown = await server.send(path.replace('default', 'nowhere'), { body });
    expect(unknown.status).toBe(404);
    expect(unknown.json()).toMatchObject({ error: { code: 'collection_unknown' } });
    const empty = await server.send(path, { body: { question: ' ', stream: true } });
    expect(empty.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(empty.json()).toMatchObject({ error: { code: 'question_empty' } });
  });
});

describe('a stream that breaks', () => {
  test('ends with the error in the place of done', async () => {
    const server = await startServer(async function* () {
      yield token('Items ');
      throw new FootnoteError('model_rejected', { model: 'm', reason: 'no', remedy: 'Go' });
    });
    const events = sentEvents((await server.send(path, { body })).body);
    expect(names(events)).toEqual(['token', 'error']);
    expect(JSON.parse(events[1]?.data ?? '')).toEqual({
      type: 'error',
      error: expect.objectContaining({
        code: 'model_rejected',
        details: { model: 'm', reason: 'no', remedy: 'Go' },
      }),
    });
  });

  test.each<[string, MakeEvents]>([
    [
      'for a reason that nobody foresaw',
      async function* () {
        yield token('Items ');
        throw new Error(`cannot open /home/alice/secret for ${question}`);
      },
    ],
    [
      'by ending early',
      async function* () {
        yield token('Items ');
      },
    ],
    [
      'with an event that fits no schema',
      async function* () {
        yield token('Items ');
        yield { type: 'token', text: 7 } as unknown as AnswerEvent;
      },
    ],
  ])('%s tells the log more than the client', async (_, make) => {
    const server = await startServer(make);
    const events = sentEvents((await server.send(path, { body })).body);
    expect(names(events)).toEqual(['token', 'error']);
    expect(events[1]?.data).toContain('"code":"internal"');
    expect(events[1]?.data).not.toContain('alice');
    expect(server.log).toHaveLength(1);
    expect(server.log[0]).not.toContain(question);
  });

  test('sends nothing after its last event', async () => {
    const server = await startServer(async function* () {
      yield* store.footnote.ask(question);
      yield token('more');
    });
    expect(names(sentEvents((await server.send(path, { body })).body)).at(-1)).toBe('done');
  });
});

describe('a client', () => {
  test('that goes away stops the work, and nothing is logged', async () => {
    const stopped = Promise.withResolvers<void>();
    const server = await startServer(async function* ({ signal }) {
      yield token('Items ');
      await once(signal as AbortSignal, 'abort');
      stopped.resolve();
      throw new FootnoteError('aborted', {});
    });
    const client = await open(server);
    await client.until(/Items/);
    client.leave();
    await stopped.promise;
    await server.server.close();
    expect(server.log).toEqual([]);
  });

  test('that sends what is no request while it is answered is hung up on, with nothing in between', async () => {
    const stopped = Promise.withResolvers<void>();
    const server = await startServer(async function* ({ signal }) {
      yield token('Items ');
      await once(signal as AbortSignal, 'abort');
      stopped.resolve();
    });
    const client = await open(server);
    await client.until(/Items/);
    const broken = once(client.response, 'error') as Promise<[NodeJS.ErrnoException]>;
    client.response.socket.write('no request\r\n\r\n');
    expect((await broken)[0].code).toBe('ECONNRESET');
    expect(names(await client.ended())).toEqual(['token']);
    await stopped.promise;
  });

  test('hears that the server is still there while nothing is said', async () => {
    const gate = Promise.withResolvers<void>();
    const server = await startServer(
      async function* () {
        await gate.promise;
        yield* store.footnote.ask(question);
      },
      { heartbeatMs: 5 },
    );
    const client = await open(server);
    await client.until(/^(?::\n\n){2}/);
    gate.resolve();
    expect(names(await client.ended()).at(-1)).toBe('done');
  });

  test('that takes nothing holds up the work, then is dropped', async () => {
    let made = 0;
    const ended = Promise.withResolvers<AbortSignal | undefined>();
    const piece = 'word '.repeat(2000);
    const server = await startServer(
      async function* ({ signal }) {
        try {
          for (; made < 100_000; made += 1) yield token(piece);
        } finally {
          ended.resolve(signal);
        }
      },
      { stallMs: 100 },
    );
    const client = await open(server, { isPaused: true });
    const signal = await ended.promise;
    expect(signal?.aborted).toBe(true);
    // The buffers of the two sockets take a few megabytes; a queue of the server's own would take a gigabyte.
    expect(made * piece.length).toBeLessThan(50_000_000);
    client.leave();
    await server.server.close();
    expect(server.log).toEqual([]);
  });
});

describe('a server that closes', () => {
  test('lets a stream finish and lets go of its connection', async () => {
    const gate = Promise.withResolvers<void>();
    const server = await startServer(async function* () {
      yield token('');
      await gate.promise;
      yield* store.footnote.ask(question);
    });
    const client = await open(server);
    await client.until(/token/);
    const closed = server.server.close();
    await expect.poll(() => server.server.server.listening).toBe(false);
    gate.resolve();
    expect(names(await client.ended()).at(-1)).toBe('done');
    await closed;
  });

  test('ends one that goes on with an error, and the work on it', async () => {
    let signal: AbortSignal | undefined;
    const server = await startServer(
      async function* (options) {
        signal = options.signal;
        yield token('Items ');
        await once(options.signal as AbortSignal, 'abort');
      },
      { closingMs: 5 },
    );
    const client = await open(server);
    await client.until(/Items/);
    await server.server.close();
    const events = await client.ended();
    expect(names(events)).toEqual(['token', 'error']);
    expect(events[1]?.data).toContain('server_not_ready');
    expect(signal?.aborted).toBe(true);
    expect(server.log).toEqual([]);
  });
});
