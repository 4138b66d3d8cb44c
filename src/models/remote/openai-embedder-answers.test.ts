import { describe, expect, test } from 'vitest';
import { answerWith, trickle } from '../../../test/json-peer.ts';
import { type EmbeddingsAnswer, unreadableWord } from '../../../test/openai-peer.ts';
import { dimension, expectVector, scriptedEmbeddings } from './openai-embedder.test-support.ts';

const provider = scriptedEmbeddings();

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
