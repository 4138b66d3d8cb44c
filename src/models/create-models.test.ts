import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeConfig } from '../settings/resolve-config.ts';
import { cachedEmbedder } from './cache/cached-embedder.ts';
import { createReranker, type RerankerSettings } from './create-models.ts';
import { onnxEmbedder } from './local/onnx-embedder.ts';
import { writeTinyClassifier } from './rerankers/tiny-classifier.test-support.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footnote-reranker-'));
  await writeTinyClassifier(directory, { words: {} });
});

afterAll(() => rm(directory, { recursive: true }));

/** As `footnote` makes it: behind a cache, which must not hide the token vectors. */
async function create(reranker: Partial<RerankerSettings>) {
  const model = await onnxEmbedder();
  const embedder = cachedEmbedder(model, { file: join(directory, 'embeddings.db'), maxBytes: 2 ** 20 });
  return createReranker(completeConfig({ reranker }).reranker, embedder);
}

test.each(['none', 'features'] as const)('%s needs no model', async (kind) => {
  expect(await create({ kind })).toBeUndefined();
});

test.each<[Partial<RerankerSettings>, RegExp]>([
  [{ kind: 'late-interaction' }, /^late-interaction$/],
  [{ kind: 'http', baseUrl: 'http://localhost', model: 'rerank-3' }, /^cohere rerank-3$/],
  [{ kind: 'http', baseUrl: 'http://localhost', shape: 'tei' }, /^tei/],
  [{ kind: 'llm', baseUrl: 'http://localhost/v1', model: 'chat' }, /^llm chat$/],
])('%j is made', async (settings, name) => {
  const reranker = await create(settings);
  expect(reranker?.name).toMatch(name);
  await reranker?.close?.();
});

test('a folder is that of a cross-encoder', async () => {
  const reranker = await create({ kind: 'cross-encoder', directory });
  expect(reranker?.name).toMatch(/^cross-encoder footnote-reranker-/);
  await reranker?.close?.();
});

test.each<[Partial<RerankerSettings>, string]>([
  [{ kind: 'cross-encoder' }, 'reranker.directory'],
  [{ kind: 'http', model: 'x' }, 'reranker.baseUrl'],
  [{ kind: 'http', baseUrl: 'http://localhost' }, 'reranker.model'],
  [{ kind: 'llm', baseUrl: 'http://localhost/v1' }, 'reranker.model'],
])('%j lacks a setting, which is named', async (settings, name) => {
  await expect(create(settings)).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringContaining(name),
  });
});
