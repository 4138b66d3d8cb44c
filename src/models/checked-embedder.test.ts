import { expect, test } from 'vitest';
import type { Embedder } from '../contracts/embedder.ts';
import { cachedEmbedder } from './cache/cached-embedder.ts';
import { checkedEmbedder } from './checked-embedder.ts';

const embedding = { vectors: [Float32Array.of(1, 0)], tokens: 1 };

/** An embedder whose every answer is this one. */
function answering(answer: unknown): Embedder {
  const give = async () => answer as never;
  return {
    id: 'own',
    dimension: 2,
    languages: 'any',
    tokenizer: { id: 'none', count: () => 1 },
    embedDocuments: give,
    embedQuery: give,
    close: async () => {},
  };
}

test.each([
  [[embedding], 'model_answer_invalid', 'The model own gave a malformed answer: 1 embeddings for 2 texts.'],
  [undefined, 'model_answer_invalid', 'no embeddings for 2 texts'],
  [[embedding, { vectors: [], tokens: 1 }], 'model_answer_invalid', 'no vectors for text 2 of 2'],
  [[[1, 0], embedding], 'model_answer_invalid', 'no vectors for text 1 of 2'],
  [
    [embedding, { ...embedding, tokens: undefined }],
    'model_answer_invalid',
    'no number of tokens for text 2 of 2',
  ],
  [
    [embedding, { vectors: [[1, 0]], tokens: 1 }],
    'vector_invalid',
    'text 2 of 2 from own is invalid: it is not a Float',
  ],
  [[{ ...embedding, vectors: [Float32Array.of(1)] }, embedding], 'vector_invalid', '1 numbers instead of 2'],
])('%j for two texts is refused, by name', async (answer, code, message) => {
  const texts = ['a', 'b'];
  const refusal = { code, message: expect.stringContaining(message) };
  await expect(checkedEmbedder(answering(answer)).embedDocuments(texts)).rejects.toMatchObject(refusal);
  const cached = cachedEmbedder(answering(answer), { file: ':memory:', maxBytes: 1e6 });
  await expect(cached.embedDocuments(texts)).rejects.toMatchObject(refusal);
  await cached.close();
});

test('so is what is no vector for a question, and what it throws', async () => {
  await expect(checkedEmbedder(answering(undefined)).embedQuery('a')).rejects.toMatchObject({
    code: 'vector_invalid',
    message: expect.stringContaining('the question from own'),
  });
  const broken = checkedEmbedder({
    ...answering([]),
    embedQuery: async () => {
      throw new Error('fetch failed');
    },
  });
  await expect(broken.embedQuery('a')).rejects.toMatchObject({
    code: 'model_unavailable',
    message:
      'The model own is not responding: fetch failed. Try again; if it keeps happening, check this adapter.',
  });
  const signal = AbortSignal.abort();
  await expect(broken.embedQuery('a', { signal })).rejects.toMatchObject({ code: 'aborted' });
});

test.each([
  [{ id: undefined }, 'embedder.id'],
  [{ dimension: 0 }, 'embedder.dimension'],
  [{ tokenizer: undefined }, 'embedder.tokenizer'],
])('an embedder with %j is none', (fields, field) => {
  const embedder = { ...answering([]), ...fields } as Embedder;
  expect(() => checkedEmbedder(embedder)).toThrow(
    expect.objectContaining({ code: 'request_invalid', details: expect.objectContaining({ field }) }),
  );
});
