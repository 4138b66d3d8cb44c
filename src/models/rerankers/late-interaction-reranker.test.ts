import * as runner from 'vitest';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { rerankerConformance } from '../../../conformance/reranker.ts';
import type { Embedder } from '../../contracts/embedder.ts';
import { onnxEmbedder } from '../local/onnx-embedder.ts';
import { openaiEmbedder } from '../remote/openai-embedder.ts';
import { candidatesOf } from './candidate.test-support.ts';
import { lateInteractionReranker } from './late-interaction-reranker.ts';

const model = await onnxEmbedder({ threads: 2 });
afterAll(() => model.close());

/** The texts of each call for token vectors. */
const asked: (readonly string[])[] = [];
beforeEach(() => {
  asked.length = 0;
});

/** The real embedder, overheard. */
const embedder: Embedder = {
  ...model,
  embedTokens(texts, options) {
    asked.push(texts);
    return model.embedTokens?.(texts, options) as Promise<readonly Float32Array[]>;
  },
};

const texts = [
  'The orchard was planted in spring and bears fruit in autumn.',
  'Close the valve before the pump is switched off, or water flows back.',
  'A treaty between the two countries was signed.',
];
const question = 'When must the valve be closed?';

rerankerConformance({ runner, create: async () => lateInteractionReranker({ embedder }) });

test('puts the passage first that the words of the question are nearest to', async () => {
  const scores = await lateInteractionReranker({ embedder }).rerank(question, candidatesOf(texts));
  expect(scores.map(({ chunkId }) => chunkId)).toEqual(['c0', 'c1', 'c2']);
  const [orchard = 0, valve = 0, treaty = 0] = scores.map(({ score }) => score);
  expect(valve).toBeGreaterThan(Math.max(orchard, treaty));
  expect(valve).toBeLessThanOrEqual(1);
});

test('asks for the vectors of a passage once, also where two candidates have the same text', async () => {
  const reranker = lateInteractionReranker({ embedder });
  const candidates = candidatesOf([...texts, texts[0] as string]);
  const first = await reranker.rerank(question, candidates);
  const again = await reranker.rerank(question, candidates);
  const [together = [], ...later] = asked;
  expect(together.filter((text) => [question, ...texts].includes(text))).toEqual([question, ...texts]);
  expect(new Set(together).size).toBe(together.length);
  expect(later).toEqual([[question]]);
  expect(again).toEqual(first);
  expect(first[3]?.score).toBe(first[0]?.score);
});

test('C4: relevance compares between calls: alone, the passage that answers has .5, and no other has', async () => {
  const reranker = lateInteractionReranker({ embedder });
  const alone = async (text: string) => (await reranker.rerank(question, candidatesOf([text])))[0]?.relevance;
  const [orchard = 1, valve = 0, treaty = 1] = await Promise.all(texts.map(alone));
  expect(valve).toBeGreaterThanOrEqual(0.5);
  expect(Math.max(orchard, treaty)).toBeLessThan(0.5);
  const together = await reranker.rerank(question, candidatesOf(texts));
  expect(together[1]?.relevance).toBeGreaterThanOrEqual(0.5);
  expect(Math.max(together[0]?.relevance ?? 1, together[2]?.relevance ?? 1)).toBeLessThan(0.5);
});

test('what is warmed up has loaded the model of the token vectors', async () => {
  await lateInteractionReranker({ embedder }).warmUp?.();
  expect(asked.flat().length).toBeGreaterThan(0);
});

test('stops when it is aborted', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const call = lateInteractionReranker({ embedder }).rerank(question, candidatesOf(texts), { signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: 'aborted' });
});

test('is refused where the embedder has no token vectors', () => {
  const remote = openaiEmbedder({ baseUrl: 'http://localhost:9', model: 'text-embedding-3-small' });
  expect(() => lateInteractionReranker({ embedder: remote })).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(remote.id) }),
  );
});
