import * as runner from 'vitest';
import { describe, expect, test } from 'vitest';
import { embedderConformance } from '../../../conformance/embedder.ts';
import { answerWith, respond } from '../../../test/json-peer.ts';
import type { Fault } from '../../../test/openai-peer.ts';
import { steppedClock } from '../../../test/stepped-clock.ts';
import { dimension, expectVector, notes, scriptedEmbeddings } from './openai-embedder.test-support.ts';
import type { OpenAiEmbedderOptions } from './openai-embedder.ts';

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
