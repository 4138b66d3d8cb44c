import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { embedderConformance } from '../../conformance/embedder.ts';
import { answerWith, hang, reset, respond, trickle } from '../../test/json-peer.ts';
import {
  type EmbeddingsAnswer,
  type Fault,
  type OpenAiPeer,
  refuse,
  startOpenAiPeer,
  unreadableWord,
  vectorOf,
} from '../../test/openai-peer.ts';
import { steppedClock } from '../../test/stepped-clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Clock } from './clock.ts';
import { type OpenAiEmbedderOptions, openaiEmbedder } from './openai-embedder.ts';

const dimension = 64;
const apiKey = 'sk-test-1234567890abcdef';

let peer: OpenAiPeer;
const opened: Embedder[] = [];

beforeEach(async () => {
  peer = await startOpenAiPeer({ dimension });
});

afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
  await peer.close();
});

function open(options: Partial<OpenAiEmbedderOptions> = {}): Embedder {
  const embedder = openaiEmbedder({ baseUrl: peer.baseUrl, model: 'test-model', dimension, ...options });
  opened.push(embedder);
  return embedder;
}

function unit(text: string, length = dimension): Float32Array {
  const values = vectorOf(text, length);
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / norm);
}

const expectVector = (actual: Float32Array | undefined, text: string) => {
  expect(Array.from(actual ?? [])).toEqual(Array.from(unit(text), (value) => expect.closeTo(value, 6)));
};

const idOf = (options: Partial<OpenAiEmbedderOptions>) => open(options).id;

/** An answer with other data. */
const changed = (change: (data: EmbeddingsAnswer['data']) => unknown) =>
  answerWith<EmbeddingsAnswer>((answer) => ({ ...answer, data: change(answer.data) }));

/** An answer in which the second vector is another. */
const withVector = (vector: unknown) =>
  changed((data) => data.map((entry, index) => (index === 1 ? { ...entry, embedding: vector } : entry)));

const notes = (count: number) => Array.from({ length: count }, (_, index) => `note ${index}`);

embedderConformance({ create: async () => open({ batchSize: 10, concurrency: 1 }) });

describe('a request', () => {
  test('is what the interface asks for', async () => {
    await open({ apiKey }).embedDocuments(['one', 'two']);
    expect(peer.requests).toHaveLength(1);
    expect(peer.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    });
    expect(peer.requests[0]?.body).toEqual({
      model: 'test-model',
      input: ['one', 'two'],
      encoding_format: 'float',
    });
  });

  test('carries no key where there is none', async () => {
    await open({ apiKey: ' ' }).embedQuery('one');
    expect(peer.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('asks a model that can for shorter vectors, and one that cannot for nothing', async () => {
    await open({ model: 'text-embedding-3-small', dimension: 32 }).embedDocuments(['one']);
    await open({ model: 'other', dimension }).embedDocuments(['one']);
    expect(peer.requests.map(({ body }) => body.dimensions)).toEqual([32, undefined]);
  });

  test('may have vectors come as base64', async () => {
    const [embedding] = await open({ encoding: 'base64' }).embedDocuments(['one and two']);
    expect(peer.answers[0]?.data[0]?.embedding).toBeTypeOf('string');
    expectVector(embedding?.vectors[0], 'one and two');
  });

  test('B2: has at most so many texts, and there are at most so many at a time', async () => {
    const held: (() => void)[] = [];
    const inPairs: Fault = (response, answer) => {
      held.push(() => respond(response, answer));
      if (held.length === 2) for (const release of held.splice(0)) release();
    };
    peer.meet(...Array.from({ length: 8 }, () => inPairs));
    const embeddings = await open({ batchSize: 100, concurrency: 2 }).embedDocuments(notes(750));
    expect(peer.requests.map(({ body }) => body.input.length)).toEqual(
      expect.arrayContaining([100, 100, 100, 100, 100, 100, 100, 50]),
    );
    expect(peer.requests).toHaveLength(8);
    expect(peer.mostAtOnce).toBe(2);
    for (const index of [0, 99, 100, 749]) expectVector(embeddings[index]?.vectors[0], `note ${index}`);
  });

  test('has no more tokens than a provider takes', async () => {
    const long = 'word '.repeat(8000);
    await open({ model: 'text-embedding-3-small', dimension: 32 }).embedDocuments(
      Array.from({ length: 60 }, (_, index) => long + index),
    );
    expect(peer.requests.length).toBeGreaterThan(2);
    expect(peer.requests.flatMap(({ body }) => body.input)).toHaveLength(60);
    for (const { usage } of peer.answers) expect(usage.prompt_tokens).toBeLessThanOrEqual(200_000);
  });

  test('B10: rests between batches as long as it is told to', async () => {
    const clock = steppedClock();
    await open({ batchSize: 10, concurrency: 1, pauseMs: 1500, clock }).embedDocuments(notes(30));
    expect(clock.waits).toEqual([1500, 1500]);
  });

  test('puts prefixes before passages and questions', async () => {
    const embedder = open({ queryPrefix: 'query: ', documentPrefix: 'passage: ' });
    await embedder.embedDocuments(['one', 'word '.repeat(1000)]);
    await embedder.embedQuery('two');
    const sent = peer.requests.flatMap(({ body }) => body.input);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.slice(0, -1).every((text) => text.startsWith('passage: '))).toBe(true);
    expect(sent.at(-1)).toBe('query: two');
  });
});

describe('an embedder', () => {
  test('is named by model, length, windows and prefixes, and by no address and no key', () => {
    expect(idOf({ apiKey })).toBe('test-model@64#w512-48');
    expect(idOf({ baseUrl: 'https://other.example/v1' })).toBe(idOf({}));
    expect(idOf({ maxTokens: 256 })).toBe('test-model@64#w256-48');
    expect(idOf({ queryPrefix: 'q' })).toMatch(/^test-model@64#w512-48-p[0-9a-f]{8}$/);
    expect(idOf({ queryPrefix: 'q' })).not.toBe(idOf({ documentPrefix: 'q' }));
  });

  test('knows well-known models', () => {
    expect(open({ model: 'text-embedding-3-large', dimension: undefined })).toMatchObject({
      dimension: 3072,
      languages: 'any',
      tokenizer: { id: 'cl100k_base' },
    });
    expect(open({ model: 'intfloat/multilingual-e5-base:latest', dimension: undefined })).toMatchObject({
      dimension: 768,
      tokenizer: { id: 'characters-1' },
    });
  });

  test('counts what the provider charges for', async () => {
    const embedder = open({ batchSize: 2 });
    await embedder.embedDocuments(['one', 'one two', 'one two three']);
    await embedder.embedQuery('four words are these');
    expect(embedder.usage?.()).toEqual({ requests: 3, billedTokens: 10, reusedTexts: 0 });
  });

  test('estimates what a provider charges for that does not say', async () => {
    peer.meet(answerWith(({ data }) => ({ data })));
    const embedder = open();
    await embedder.embedDocuments(['a text of thirty characters...']);
    expect(embedder.usage?.().billedTokens).toBe(10);
  });

  test.each<[string, Partial<OpenAiEmbedderOptions>]>([
    ['an address that is none', { baseUrl: 'localhost' }],
    ['an address with a password', { baseUrl: 'http://user:hidden@host/v1' }],
    ['an address with a query', { baseUrl: 'http://host/v1?key=hidden' }],
    ['a key with a line break in it', { apiKey: 'hidden\nx' }],
    ['a model of unknown length', { dimension: undefined }],
  ])('refuses %s, without quoting it', (_, options) => {
    expect(() => open(options)).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.not.stringContaining('hidden') }),
    );
  });
});

describe('a fault that passes', () => {
  test.each([
    ['429', refuse(429, 'Slow down.')],
    ['500', refuse(500, 'Oops.')],
    ['503', refuse(503, 'Loading.')],
    ['a connection that is cut in mid-answer', reset],
    ['an answer that is no JSON', answerWith(() => '<html>Bad gateway</html>')],
    ['an answer that ends too early', answerWith((answer) => JSON.stringify(answer).slice(0, -9))],
  ])('is tried again: %s', async (_, fault) => {
    const clock = steppedClock();
    peer.meet(fault, fault);
    const [embedding] = await open({ clock }).embedDocuments(['text']);
    expectVector(embedding?.vectors[0], 'text');
    expect(peer.requests).toHaveLength(3);
    expect(clock.waits).toHaveLength(2);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(500);
    expect(clock.waits[0]).toBeLessThanOrEqual(625);
    expect(clock.waits[1]).toBeGreaterThanOrEqual(1000);
    expect(clock.waits[1]).toBeLessThanOrEqual(1250);
  });

  test.each([
    ['seconds', '7', 7000],
    ['a date', 'Tue, 01 Jan 2030 00:00:12 GMT', 12_000],
    ['a date that has passed', 'Tue, 01 Jan 2019 00:00:12 GMT', 0],
    ['more than is reasonable', '86400', 60_000],
  ])('is waited for as long as the server says: %s', async (_, value, waitMs) => {
    const clock = steppedClock();
    peer.meet(refuse(429, 'Slow down.', { 'retry-after': value }));
    await open({ clock }).embedDocuments(['text']);
    expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(waitMs);
  });

  test('holds the other passages back as well', async () => {
    const waits: { ms: number; end: () => void }[] = [];
    const clock: Clock = {
      now: () => 0,
      delay: (ms) => new Promise((end) => waits.push({ ms, end })),
    };
    peer.meet(refuse(429, 'Slow down.', { 'retry-after': '30' }));
    const embedder = open({ clock, batchSize: 1, concurrency: 1 });
    const call = embedder.embedDocuments(notes(2));
    const refused = expect(call).rejects.toMatchObject({ code: 'aborted' });
    // The refused request waits to be repeated, the other one for its turn.
    while (waits.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(waits.map(({ ms }) => ms)).toEqual([30_000, 30_000]);
    expect(peer.requests).toHaveLength(1);
    await embedder.close();
    for (const { end } of waits) end();
    await refused;
  });

  test('does not keep a question waiting for long', async () => {
    const clock = steppedClock();
    const fault = refuse(429, 'Slow down.', { 'retry-after': '50' });
    peer.meet(fault, fault, fault);
    const question = open({ clock }).embedQuery('text');
    await expect(question).rejects.toMatchObject({
      code: 'model_unavailable',
      details: { retryAfterMs: 50_000 },
      message: 'The model test-model does not answer: HTTP 429, Slow down.',
    });
    expect(clock.waits).toEqual([2000, 2000]);
  });

  test('is given up at last, with the reason', async () => {
    const clock = steppedClock();
    peer.meet(...Array.from({ length: 4 }, () => refuse(500, 'Oops.')));
    const attempt = open({ clock, maxRetries: 3 }).embedDocuments(['text']);
    await expect(attempt).rejects.toMatchObject({ code: 'model_unavailable', retryable: true });
    expect(peer.requests).toHaveLength(4);
  });

  test('no answer in time is one', async () => {
    peer.meet(hang);
    const attempt = open({ timeoutMs: 50, maxRetries: 0 }).embedDocuments(['text']);
    await expect(attempt).rejects.toThrow('The model test-model does not answer: no answer within 50 ms.');
  });

  test('nobody there is one', async () => {
    const gone = await startOpenAiPeer();
    await gone.close();
    const attempt = open({ baseUrl: gone.baseUrl, maxRetries: 0 }).embedDocuments(['text']);
    await expect(attempt).rejects.toThrow(/does not answer: .*ECONNREFUSED/);
  });
});

test('an answer that comes one byte at a time is read', async () => {
  peer.meet(trickle);
  const [embedding] = await open().embedDocuments(['text']);
  expectVector(embedding?.vectors[0], 'text');
});

describe('a refusal', () => {
  test.each([
    ['400', refuse(400, 'Too long.')],
    ['401', refuse(401, 'Wrong key.')],
    ['404', refuse(404, 'No such model.')],
    ['422', refuse(422, 'Bad input.')],
    ['a used-up account', refuse(429, 'You exceeded your quota.', {}, 'insufficient_quota')],
  ])('is final: %s', async (_, fault) => {
    peer.meet(fault);
    await expect(open().embedDocuments(['text'])).rejects.toMatchObject({ code: 'model_rejected' });
    expect(peer.requests).toHaveLength(1);
  });

  test('says what the provider says, and never the key', async () => {
    const fault = refuse(401, `Incorrect API key provided: ${apiKey} or sk-te***cdef.\n\nFind yours.`);
    peer.meet(fault);
    const error: unknown = await open({ apiKey })
      .embedDocuments(['text'])
      .catch((reason: unknown) => reason);
    expect((error as Error).message).toBe(
      'The model test-model refused the request: HTTP 401, Incorrect API key provided: *** or *** Find yours.',
    );
    expect(JSON.stringify(error)).not.toMatch(/sk-te|cdef/);
  });

  test.each([
    ['a redirection', 302, ''],
    ['a body that is no JSON', 404, 'x'],
  ])('may be %s', async (_, status, body) => {
    peer.meet((response) => response.writeHead(status, { location: 'http://elsewhere.example/' }).end(body));
    await expect(open().embedDocuments(['text'])).rejects.toMatchObject({
      code: 'model_rejected',
      message: expect.stringContaining(`HTTP ${status}, http://elsewhere.example/`),
    });
  });

  test('stops the other batches of the call', async () => {
    peer.meet(refuse(400, 'Bad input.'));
    const call = open({ batchSize: 1, concurrency: 1 }).embedDocuments(notes(50));
    await expect(call).rejects.toMatchObject({ code: 'model_rejected' });
    await open().embedDocuments(['after']);
    expect(peer.requests.length).toBeLessThanOrEqual(3);
  });
});

describe('an answer', () => {
  test('in another order is brought into order', async () => {
    peer.meet(changed((data) => data.toReversed()));
    const embeddings = await open().embedDocuments(['one', 'two', 'three']);
    for (const [index, text] of ['one', 'two', 'three'].entries())
      expectVector(embeddings[index]?.vectors[0], text);
  });

  test('without indexes is in order', async () => {
    peer.meet(changed((data) => data.map(({ embedding }) => ({ embedding }))));
    const embeddings = await open().embedDocuments(['one', 'two']);
    expectVector(embeddings[1]?.vectors[0], 'two');
  });

  test.each([
    ['too few embeddings', changed((data) => data.slice(1)), 'model_answer_invalid'],
    ['too many embeddings', changed((data) => [...data, ...data]), 'model_answer_invalid'],
    [
      'one index twice',
      changed((data) => data.map((entry) => ({ ...entry, index: 0 }))),
      'model_answer_invalid',
    ],
    [
      'an index too high',
      changed((data) => data.map((entry) => ({ ...entry, index: 9 }))),
      'model_answer_invalid',
    ],
    ['another shape', answerWith(() => ({ embeddings: [] })), 'model_answer_invalid'],
    ['words for numbers', withVector(Array.from({ length: dimension }, () => '1')), 'model_answer_invalid'],
    ['no numbers', withVector(Array.from({ length: dimension }, () => null)), 'model_answer_invalid'],
    ['too short a vector', withVector([1, 2, 3]), 'vector_invalid'],
    ['a vector of zeros', withVector(Array.from({ length: dimension }, () => 0)), 'vector_invalid'],
    [
      'not-a-number in base64',
      withVector(Buffer.alloc(dimension * 4, 0xff).toString('base64')),
      'vector_invalid',
    ],
  ])('with %s is refused', async (_, fault, code) => {
    peer.meet(fault);
    await expect(open().embedDocuments(['one', 'two', 'three'])).rejects.toMatchObject({ code });
    expect(peer.requests).toHaveLength(1);
  });
});

test('a vector that cannot be used names the place of its text, also where texts before it have windows', async () => {
  const long = 'word '.repeat(600);
  const options = { batchSize: 4, concurrency: 1, maxTokens: 128 };
  const blamed = open(options).embedDocuments([long, 'one', `two ${unreadableWord}`, 'three']);
  await expect(blamed).rejects.toMatchObject({ code: 'vector_invalid', details: { position: 2 } });
});

describe('what is aborted', () => {
  test('ends at the server as well', async () => {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    peer.meet((response) => {
      response.on('close', closed.resolve);
      arrived.resolve();
    });
    const controller = new AbortController();
    const call = open().embedDocuments(['text'], { signal: controller.signal });
    const refused = expect(call).rejects.toMatchObject({ code: 'aborted' });
    await arrived.promise;
    controller.abort();
    await refused;
    await closed.promise;
  });

  test('does not wait for the end of a pause', async () => {
    peer.meet(refuse(429, 'Slow down.', { 'retry-after': '3600' }));
    const controller = new AbortController();
    const embedder = open();
    const call = embedder.embedDocuments(['text'], { signal: controller.signal });
    const other = embedder.embedDocuments(['other']);
    const refused = [call, other].map((promise) =>
      expect(promise).rejects.toMatchObject({ code: 'aborted' }),
    );
    while (peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await refused[0];
    await embedder.close();
    await refused[1];
  });
});
