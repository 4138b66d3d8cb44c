import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as runner from 'vitest';
import { afterEach, describe, expect, test } from 'vitest';
import { rerankerConformance } from '../../../conformance/reranker.ts';
import type { Reranker } from '../../contracts/reranker.ts';
import { candidatesOf } from './candidate.test-support.ts';
import { crossEncoderReranker } from './cross-encoder-reranker.ts';
import { type TinyClassifierOptions, writeTinyClassifier } from './tiny-classifier.test-support.ts';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const words = { valve: 2, pump: 1, orchard: -3, the: 0 };

async function folderOf(options: Partial<TinyClassifierOptions> = {}): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-reranker-'));
  cleanups.push(() => rm(directory, { recursive: true }));
  await writeTinyClassifier(directory, { words, ...options });
  return directory;
}

async function openAt(directory: string): Promise<Reranker> {
  const reranker = await crossEncoderReranker({ directory, threads: 2 });
  cleanups.push(async () => reranker.close?.());
  return reranker;
}

const open = async (options?: Partial<TinyClassifierOptions>) => openAt(await folderOf(options));

async function scoresOf(reranker: Reranker, question: string, texts: readonly string[]): Promise<number[]> {
  return (await reranker.rerank(question, candidatesOf(texts))).map(({ score }) => score);
}

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
const closeTo = (logits: readonly number[]) => logits.map((logit) => expect.closeTo(sigmoid(logit), 5));

rerankerConformance({ runner, create: () => open() });

describe('a cross-encoder', () => {
  test('C4: scores each passage beside the question, and nothing of the question itself', async () => {
    const reranker = await open();
    const texts = ['the orchard', 'the Valve, the pump', 'nothing known', ''];
    expect(await scoresOf(reranker, 'the valve pump?', texts)).toEqual(closeTo([-3, 3, 0, 0]));
  });

  test('keeps the order of many candidates over its threads', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => 'pump '.repeat(index % 5));
    const scores = await (await open()).rerank('which?', candidatesOf(texts));
    expect(scores.map(({ chunkId }) => chunkId)).toEqual(texts.map((_, index) => `c${index}`));
    expect(scores.map(({ score }) => score)).toEqual(closeTo(texts.map((_, index) => index % 5)));
  });

  test('reads of a long passage what fits beside the whole question', async () => {
    const reranker = await open({ maxTokens: 13 });
    // Three marks and four words of the question leave six.
    expect(await scoresOf(reranker, 'the the the the', ['pump '.repeat(20)])).toEqual(closeTo([6]));
  });

  test('cuts a question only where it would leave the passage less than half', async () => {
    const reranker = await open({ maxTokens: 13 });
    const long = 'the '.repeat(50);
    expect(await scoresOf(reranker, long, ['pump '.repeat(20), 'pump'])).toEqual(closeTo([5, 1]));
  });

  test('of two labels gives the probability of the second', async () => {
    expect(await scoresOf(await open({ labels: 2 }), 'which?', ['pump', 'orchard'])).toEqual(
      closeTo([1, -3]),
    );
  });

  test('stops when it is aborted, and when it is closed', async () => {
    const reranker = await open();
    const candidates = candidatesOf(Array.from({ length: 2000 }, () => 'pump'));
    const signal = AbortSignal.abort();
    await expect(reranker.rerank('which?', candidates, { signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    const pending = expect(reranker.rerank('which?', candidates)).rejects.toMatchObject({ code: 'aborted' });
    await reranker.close?.();
    await pending;
  });
});

describe('a folder that is no reranker', () => {
  test('of another kind of model is refused with what its graph gives', async () => {
    const reranker = await open({ output: 'last_hidden_state' });
    await expect(scoresOf(reranker, 'which?', ['pump'])).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining('last_hidden_state'),
    });
  });

  test('with more than two labels is refused with their number', async () => {
    const reranker = await open({ labels: 3 });
    await expect(scoresOf(reranker, 'which?', ['pump'])).rejects.toMatchObject({
      code: 'model_rejected',
      message: expect.stringContaining('3 labels'),
    });
  });
});
