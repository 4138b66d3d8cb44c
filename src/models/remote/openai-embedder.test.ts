import * as fc from 'fast-check';
import * as runner from 'vitest';
import { describe, expect, test } from 'vitest';
import { embedderConformance } from '../../../conformance/embedder.ts';
import { answerWith, hang, reset, respond, trickle } from '../../../test/json-peer.ts';
import {
  type EmbeddingsAnswer,
  type Fault,
  refuse,
  startOpenAiPeer,
  unreadableWord,
} from '../../../test/openai-peer.ts';
import { steppedClock } from '../../../test/stepped-clock.ts';
import { estimatingTokenizer, gptTokenizer } from '../tokenizers.ts';
import { dimension, expectVector, notes, scriptedEmbeddings } from './openai-embedder.test-support.ts';
import { cutText, type OpenAiEmbedderOptions } from './openai-embedder.ts';

const settings = { size: 20, overlap: 5, count: (text: string) => estimatingTokenizer.count(text) };
const cut = (text: string) => cutText(text, settings).map(({ start, end }) => text.slice(start, end));

test('a text that fits is one window', () => {
  expect(cut('')).toEqual(['']);
  expect(cut('A short text.')).toEqual(['A short text.']);
});

test('windows overlap and end at white space', () => {
  const text = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
  expect(cut(text)).toEqual([
    'one two three four five six seven eight nine ten eleven',
    'ten eleven twelve thirteen fourteen',
  ]);
});

/** As though a text fell into more tokens where it ends at a full stop. */
const unevenly = (part: string) => part.length + (part.endsWith('.') ? 12 : 0);

test('a window without its last word may be more tokens, and is then left whole', () => {
  const text = `${'a'.repeat(17)}. `.repeat(5);
  for (const { start, end } of cutText(text, { size: 20, overlap: 0, count: unevenly }))
    expect(unevenly(text.slice(start, end))).toBeLessThanOrEqual(20);
});

/** Texts of words, of ideographs, of emoji and of dense and sparse parts in turn. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.lorem({ maxCount: 30 }),
      fc.string({ unit: fc.constantFrom('漢', '字', '👩‍🚀', '。'), maxLength: 80 }),
      fc.constantFrom(' ', '\n\n', 'x'.repeat(200)),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join('').toWellFormed());

test.each([
  ['estimated', estimatingTokenizer],
  ['OpenAI', gptTokenizer('cl100k_base')],
])('windows fit, cover the text in order and part no character, by %s tokens', (_, tokenizer) => {
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: 8, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      (text, size, overlap) => {
        const windows = cutText(text, { size, overlap, count: (part) => tokenizer.count(part) });
        let covered = 0;
        for (const { start, end } of windows) {
          expect(start).toBeLessThanOrEqual(covered);
          expect(end).toBeGreaterThan(Math.min(covered, text.length - 1));
          expect(tokenizer.count(text.slice(start, end))).toBeLessThanOrEqual(size);
          expect(text.slice(start, end).isWellFormed()).toBe(true);
          covered = end;
        }
        expect(covered).toBe(text.length);
      },
    ),
    { numRuns: 200 },
  );
});

test('a long text is counted a bounded number of times', () => {
  let counted = 0;
  const count = (text: string) => {
    counted += text.length;
    return estimatingTokenizer.count(text);
  };
  for (const text of [
    'word '.repeat(200_000),
    '漢'.repeat(100_000),
    'x'.repeat(500_000) + '漢'.repeat(100_000),
  ]) {
    counted = 0;
    const windows = cutText(text, { size: 512, overlap: 48, count });
    expect(windows.length).toBeLessThan(1500);
    expect(counted).toBeLessThan(12 * text.length);
  }
});

const apiKey = 'sk-test-1234567890abcdef';

const provider = scriptedEmbeddings();

const idOf = (options: Partial<OpenAiEmbedderOptions>) => provider.open(options).id;

describe('an embedder that keeps the contract', () => {
  const lasting = scriptedEmbeddings({ lasts: true });
  embedderConformance({ runner, create: async () => lasting.open({ batchSize: 10, concurrency: 1 }) });
});

describe('a request', () => {
  test('is what the interface asks for', async () => {
    await provider.open({ apiKey }).embedDocuments(['one', 'two']);
    expect(provider.peer.requests).toHaveLength(1);
    expect(provider.peer.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    });
    expect(provider.peer.requests[0]?.body).toEqual({
      model: 'test-model',
      input: ['one', 'two'],
      encoding_format: 'float',
    });
  });

  test('carries no key where there is none', async () => {
    await provider.open({ apiKey: ' ' }).embedQuery('one');
    expect(provider.peer.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('asks a model that can for shorter vectors, and one that cannot for nothing', async () => {
    await provider.open({ model: 'text-embedding-3-small', dimension: 32 }).embedDocuments(['one']);
    await provider.open({ model: 'other', dimension }).embedDocuments(['one']);
    expect(provider.peer.requests.map(({ body }) => body.dimensions)).toEqual([32, undefined]);
  });

  test('may have vectors come as base64', async () => {
    const [embedding] = await provider.open({ encoding: 'base64' }).embedDocuments(['one and two']);
    expect(provider.peer.answers[0]?.data[0]?.embedding).toBeTypeOf('string');
    expectVector(embedding?.vectors[0], 'one and two');
  });

  test('B2: has at most so many texts, and there are at most so many at a time', async () => {
    const held: (() => void)[] = [];
    const inPairs: Fault = (response, answer) => {
      held.push(() => respond(response, answer));
      if (held.length === 2) for (const release of held.splice(0)) release();
    };
    provider.peer.meet(...Array.from({ length: 8 }, () => inPairs));
    const embeddings = await provider.open({ batchSize: 100, concurrency: 2 }).embedDocuments(notes(750));
    expect(provider.peer.requests.map(({ body }) => body.input.length)).toEqual(
      expect.arrayContaining([100, 100, 100, 100, 100, 100, 100, 50]),
    );
    expect(provider.peer.requests).toHaveLength(8);
    expect(provider.peer.mostAtOnce).toBe(2);
    for (const index of [0, 99, 100, 749]) expectVector(embeddings[index]?.vectors[0], `note ${index}`);
  });

  test('has no more tokens than a provider takes', async () => {
    const long = 'word '.repeat(8000);
    await provider
      .open({ model: 'text-embedding-3-small', dimension: 32 })
      .embedDocuments(Array.from({ length: 60 }, (_, index) => long + index));
    expect(provider.peer.requests.length).toBeGreaterThan(2);
    expect(provider.peer.requests.flatMap(({ body }) => body.input)).toHaveLength(60);
    for (const { usage } of provider.peer.answers) expect(usage.prompt_tokens).toBeLessThanOrEqual(200_000);
  });

  test('B10: rests between batches as long as it is told to', async () => {
    const clock = steppedClock();
    await provider.open({ batchSize: 10, concurrency: 1, pauseMs: 1500, clock }).embedDocuments(notes(30));
    expect(clock.waits).toEqual([1500, 1500]);
  });

  test('puts prefixes before passages and questions', async () => {
    const embedder = provider.open({ queryPrefix: 'query: ', documentPrefix: 'passage: ' });
    await embedder.embedDocuments(['one', 'word '.repeat(1000)]);
    await embedder.embedQuery('two');
    const sent = provider.peer.requests.flatMap(({ body }) => body.input);
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
    expect(provider.open({ model: 'text-embedding-3-large', dimension: undefined })).toMatchObject({
      dimension: 3072,
      languages: 'any',
      tokenizer: { id: 'cl100k_base' },
    });
    expect(
      provider.open({ model: 'intfloat/multilingual-e5-base:latest', dimension: undefined }),
    ).toMatchObject({
      dimension: 768,
      tokenizer: { id: 'characters-1' },
    });
  });

  test('counts what the provider charges for', async () => {
    const embedder = provider.open({ batchSize: 2 });
    await embedder.embedDocuments(['one', 'one two', 'one two three']);
    await embedder.embedQuery('four words are these');
    expect(embedder.usage?.()).toEqual({ requests: 3, billedTokens: 10, reusedTexts: 0 });
  });

  test('estimates what a provider charges for that does not say', async () => {
    provider.peer.meet(answerWith(({ data }) => ({ data })));
    const embedder = provider.open();
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
    expect(() => provider.open(options)).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.not.stringContaining('hidden') }),
    );
  });
});

/** An answer with other data. */
const changed = (change: (data: EmbeddingsAnswer['data']) => unknown) =>
  answerWith<EmbeddingsAnswer>((answer) => ({ ...answer, data: change(answer.data) }));

/** An answer in which the second vector is another. */
const withVector = (vector: unknown) =>
  changed((data) => data.map((entry, index) => (index === 1 ? { ...entry, embedding: vector } : entry)));

test('an answer that comes one byte at a time is read', async () => {
  provider.peer.meet(trickle);
  const [embedding] = await provider.open().embedDocuments(['text']);
  expectVector(embedding?.vectors[0], 'text');
});

describe('an answer', () => {
  test('in another order is brought into order', async () => {
    provider.peer.meet(changed((data) => data.toReversed()));
    const embeddings = await provider.open().embedDocuments(['one', 'two', 'three']);
    for (const [index, text] of ['one', 'two', 'three'].entries())
      expectVector(embeddings[index]?.vectors[0], text);
  });

  test.each([
    ['without indexes', changed((data) => data.map(({ embedding }) => ({ embedding })))],
    ['with indexes that are null', changed((data) => data.map((entry) => ({ ...entry, index: null })))],
    ['without a count', answerWith<EmbeddingsAnswer>((answer) => ({ ...answer, usage: null }))],
  ])('%s is in order', async (_, answer) => {
    provider.peer.meet(answer);
    const embeddings = await provider.open().embedDocuments(['one', 'two']);
    expectVector(embeddings[1]?.vectors[0], 'two');
  });

  test('may have its tokens counted in all', async () => {
    provider.peer.meet(answerWith<EmbeddingsAnswer>((answer) => ({ ...answer, usage: { total_tokens: 7 } })));
    const embedder = provider.open();
    await embedder.embedDocuments(['one']);
    expect(embedder.usage?.().billedTokens).toBe(7);
  });

  test.each([
    ['No models loaded.', 'model_unavailable', 'No models loaded'],
    ['Unexpected endpoint or method. (POST /embeddings)', 'model_rejected', 'Check embedder.baseUrl'],
    [
      { code: 422, message: 'batch size 100 > maximum allowed batch size 32' },
      'model_rejected',
      'Lower embedder.batchSize',
    ],
  ])('that is an error, %j, is one', async (error, code, message) => {
    provider.peer.meet(answerWith(() => ({ error })));
    const embedded = provider.open({ maxRetries: 0 }).embedDocuments(['one']);
    await expect(embedded).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
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
    provider.peer.meet(fault);
    await expect(provider.open().embedDocuments(['one', 'two', 'three'])).rejects.toMatchObject({ code });
    expect(provider.peer.requests).toHaveLength(1);
  });
});

test('a vector that cannot be used names the place of its text, also where texts before it have windows', async () => {
  const long = 'word '.repeat(600);
  const options = { batchSize: 4, concurrency: 1, maxTokens: 128 };
  const blamed = provider.open(options).embedDocuments([long, 'one', `two ${unreadableWord}`, 'three']);
  await expect(blamed).rejects.toMatchObject({ code: 'vector_invalid', details: { position: 2 } });
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
    provider.peer.meet(fault, fault);
    const [embedding] = await provider.open({ clock }).embedDocuments(['text']);
    expectVector(embedding?.vectors[0], 'text');
    expect(provider.peer.requests).toHaveLength(3);
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
    provider.peer.meet(refuse(429, 'Slow down.', { 'retry-after': value }));
    await provider.open({ clock }).embedDocuments(['text']);
    expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(waitMs);
  });

  test('does not keep a question waiting for long', async () => {
    const clock = steppedClock();
    const fault = refuse(429, 'Slow down.', { 'retry-after': '50' });
    provider.peer.meet(fault, fault, fault);
    const question = provider.open({ clock }).embedQuery('text');
    await expect(question).rejects.toMatchObject({
      code: 'model_unavailable',
      details: { retryAfterMs: 50_000 },
      message: 'The model test-model is not responding: HTTP 429, Slow down. Try again in 50 s.',
    });
    expect(clock.waits).toEqual([2000, 2000]);
  });

  test('no answer in time is one', async () => {
    provider.peer.meet(hang);
    const attempt = provider.open({ timeoutMs: 50, maxRetries: 0 }).embedDocuments(['text']);
    await expect(attempt).rejects.toThrow(
      'no answer within 50 ms. Try again in a moment, or allow more time in the settings of embedder.',
    );
  });

  test('a server that hangs is asked again for passages, and once for a question, which waits no longer', async () => {
    const clock = steppedClock();
    provider.peer.meet(hang);
    const embedder = provider.open({ timeoutMs: 500, clock });
    expect(await embedder.embedDocuments(['text'])).toHaveLength(1);
    expect(provider.peer.requests).toHaveLength(2);
    provider.peer.meet(hang);
    await expect(embedder.embedQuery('text')).rejects.toThrow('no answer within 500 ms');
    expect(provider.peer.requests).toHaveLength(3);
  });

  test('a question that was refused has only the rest of its time for the next attempt', async () => {
    provider.peer.meet(refuse(503, 'Loading.', { 'retry-after': '0' }), hang, hang);
    await expect(provider.open({ timeoutMs: 500 }).embedQuery('text')).rejects.toThrow(
      'no answer within 500 ms',
    );
    expect(provider.peer.requests).toHaveLength(2);
  });

  test('nobody there is one', async () => {
    const gone = await startOpenAiPeer();
    await gone.close();
    const attempt = provider.open({ baseUrl: gone.baseUrl, maxRetries: 0 }).embedDocuments(['text']);
    await expect(attempt).rejects.toThrow(/is not responding: .*ECONNREFUSED/);
  });
});

describe('a refusal', () => {
  test.each([
    ['400', refuse(400, 'Too long.')],
    ['a used-up account', refuse(429, 'You exceeded your quota.', {}, 'insufficient_quota')],
  ])('is final: %s', async (_, fault) => {
    provider.peer.meet(fault);
    await expect(provider.open().embedDocuments(['text'])).rejects.toMatchObject({ code: 'model_rejected' });
    expect(provider.peer.requests).toHaveLength(1);
  });

  test('says what the provider says, and never the key', async () => {
    const fault = refuse(401, `Incorrect API key provided: ${apiKey} or sk-te***cdef.\n\nFind yours.`);
    provider.peer.meet(fault);
    const error: unknown = await provider
      .open({ apiKey })
      .embedDocuments(['text'])
      .catch((reason: unknown) => reason);
    expect((error as Error).message).toBe(
      'The model test-model refused the request: HTTP 401, Incorrect API key provided: *** or *** Find yours. Check embedder.apiKey.',
    );
    expect(JSON.stringify(error)).not.toMatch(/sk-te|cdef/);
  });

  test.each([
    ['a redirection', 302, ''],
    ['a body that is no JSON', 404, 'x'],
  ])('may be %s', async (_, status, body) => {
    provider.peer.meet((response) =>
      response.writeHead(status, { location: 'http://elsewhere.example/' }).end(body),
    );
    await expect(provider.open().embedDocuments(['text'])).rejects.toMatchObject({
      code: 'model_rejected',
      message: expect.stringContaining(`HTTP ${status}, http://elsewhere.example/`),
    });
  });

  test('stops the other batches of the call', async () => {
    provider.peer.meet(refuse(400, 'Bad input.'));
    const call = provider.open({ batchSize: 1, concurrency: 1 }).embedDocuments(notes(50));
    await expect(call).rejects.toMatchObject({ code: 'model_rejected' });
    await provider.open().embedDocuments(['after']);
    expect(provider.peer.requests.length).toBeLessThanOrEqual(3);
  });
});

describe('what is aborted', () => {
  test('ends at the server as well', async () => {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    provider.peer.meet((response) => {
      response.on('close', closed.resolve);
      arrived.resolve();
    });
    const controller = new AbortController();
    const call = provider.open().embedDocuments(['text'], { signal: controller.signal });
    const refused = expect(call).rejects.toMatchObject({ code: 'aborted' });
    await arrived.promise;
    controller.abort();
    await refused;
    await closed.promise;
  });

  test('does not wait for the end of a pause', async () => {
    provider.peer.meet(refuse(429, 'Slow down.', { 'retry-after': '3600' }));
    const controller = new AbortController();
    const embedder = provider.open();
    const call = embedder.embedDocuments(['text'], { signal: controller.signal });
    const other = embedder.embedDocuments(['other']);
    const refused = [call, other].map((promise) =>
      expect(promise).rejects.toMatchObject({ code: 'aborted' }),
    );
    while (provider.peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await refused[0];
    await embedder.close();
    await refused[1];
  });
});
