import * as fc from 'fast-check';
import * as runner from 'vitest';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { rerankerConformance } from '../../../conformance/reranker.ts';
import type { Embedder } from '../../contracts/embedder.ts';
import { onnxEmbedder } from '../local/onnx-embedder.ts';
import { openaiEmbedder } from '../remote/openai-embedder.ts';
import { candidatesOf } from './candidate.test-support.ts';
import {
  lateInteractionReranker,
  matrixBytes,
  nearestCosines,
  quantiseTokens,
  scoreMatches,
  TokenCache,
  type TokenMatrix,
} from './late-interaction-reranker.ts';

const dimension = 16;

/** Some row-major vectors of unit length. */
const unitVectors = fc
  .array(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: dimension, maxLength: dimension }), {
    minLength: 1,
    maxLength: 11,
  })
  .map((rows) =>
    Float32Array.from(rows.flatMap((row) => row.map((value) => value / (Math.hypot(...row) || 1)))),
  );

const rowsOf = (vectors: Float32Array): readonly Float32Array[] =>
  Array.from({ length: vectors.length / dimension }, (_, row) =>
    vectors.subarray(row * dimension, (row + 1) * dimension),
  );

const product = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

/** The definition, in full precision. */
function naiveCosines(question: Float32Array, passage: Float32Array): number[] {
  return rowsOf(question).map((asked) => Math.max(...rowsOf(passage).map((token) => product(asked, token))));
}

const found = (question: Float32Array, passage: Float32Array): number[] =>
  Array.from(nearestCosines(quantiseTokens(question, dimension), quantiseTokens(passage, dimension)));

test('is the nearest cosine of each token, to within what 8 bits lose', () => {
  fc.assert(
    fc.property(unitVectors, unitVectors, (question, passage) => {
      const naive = naiveCosines(question, passage);
      expect(found(question, passage)).toEqual(naive.map((cosine) => expect.closeTo(cosine, 1.5)));
      expect(matrixBytes(quantiseTokens(passage, dimension))).toBe((passage.length / dimension) * 20);
    }),
  );
});

test('a passage without tokens is near to none, and a question without any has no cosines', () => {
  const some = new Float32Array(dimension).fill(0.25);
  expect(found(some, new Float32Array(0))).toEqual([0]);
  expect(found(new Float32Array(0), some)).toEqual([]);
});

/** A matrix of so many tokens, 12 bytes each. */
const matrix = (tokens: number): TokenMatrix => quantiseTokens(new Float32Array(tokens * 8).fill(0.5), 8);
const bytesOf = (tokens: number) => matrixBytes(matrix(tokens));

test('gives back what was put, for the same text only', () => {
  const cache = new TokenCache(1000);
  const kept = matrix(3);
  cache.put('one', kept);
  expect(cache.find('one')).toBe(kept);
  expect(cache.find('One')).toBeUndefined();
});

test('loses what was not used for longest, and never holds more than its limit', () => {
  const cache = new TokenCache(bytesOf(10));
  for (const text of ['a', 'b', 'c']) cache.put(text, matrix(3));
  cache.find('a');
  cache.put('d', matrix(3));
  expect(['a', 'b', 'c', 'd'].map((text) => cache.find(text) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(cache.bytes).toBe(bytesOf(9));
  cache.put('large', matrix(8));
  expect(['a', 'c', 'd', 'large'].filter((text) => cache.find(text))).toEqual(['large']);
  expect(cache.bytes).toBe(bytesOf(8));
});

test('counts a text that is put again once, and does not hold what is larger than all its room', () => {
  const cache = new TokenCache(bytesOf(4));
  cache.put('a', matrix(2));
  cache.put('a', matrix(3));
  expect(cache.bytes).toBe(bytesOf(3));
  cache.put('b', matrix(5));
  expect(cache.find('b')).toBeUndefined();
  expect(cache.find('a')?.tokens).toBe(3);
});

const scoresOf = (cosines: readonly (readonly number[])[]) =>
  scoreMatches(cosines.map((candidate) => Float32Array.from(candidate)));

test('a token that every candidate has weighs nothing', () => {
  const scores = scoresOf([
    [1, 0.5],
    [1, 0.25],
  ]);
  expect(scores).toEqual([0.5 ** 4, 0.25 ** 4]);
});

test('of two tokens the rarer decides', () => {
  // Means 0.75 and 0.25: weights 1/16 and 9/16.
  const scores = scoresOf([
    [1, 0],
    [0.5, 0.5],
  ]);
  expect(scores).toEqual([1 / 10, 0.1 * 0.5 ** 4 + 0.9 * 0.5 ** 4]);
});

test('one near match is worth more than two faint ones', () => {
  const [near = 0, faint = 0] = scoresOf([
    [1, 0],
    [0.5, 0.5],
    [0, 1],
  ]);
  expect(near).toBeGreaterThan(faint);
});

test('a candidate that is nowhere further away is nowhere behind, and every score is in [0, 1]', () => {
  const cosine = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(cosine, cosine), { minLength: 1, maxLength: 9 }), (tokens) => {
      const near = tokens.map(([a, b]) => Math.max(a, b));
      const far = tokens.map(([a, b]) => Math.min(a, b));
      const [better = -1, worse = -1] = scoresOf([near, far]);
      expect(better).toBeGreaterThanOrEqual(worse - 1e-9);
      expect(worse).toBeGreaterThanOrEqual(0);
      expect(better).toBeLessThanOrEqual(1 + 1e-6);
    }),
  );
});

test('without tokens, or where all are found exactly, nobody is better', () => {
  expect(scoresOf([[], []])).toEqual([0, 0]);
  expect(scoresOf([[1], [1]])).toEqual([0, 0]);
  expect(scoresOf([])).toEqual([]);
});

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
