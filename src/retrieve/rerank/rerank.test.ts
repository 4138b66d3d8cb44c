import { expect, test } from 'vitest';
import type { RerankCandidate, Reranker } from '../../contracts/reranker.ts';
import { chunkOf, passageOf } from '../passages.test-support.ts';
import { rerank } from './rerank.ts';

const passages = [0.9, 0.8, 0.1].map((score, place) =>
  passageOf(
    chunkOf(`d${place}`, 0, {
      title: 'Dams',
      headingPath: ['Dams', 'History'],
      metadata: { updated: place === 0 ? '2025-06-01' : 'no date' },
    }),
    score,
  ),
);

/** A reranker of these scores, in the order of the candidates, that notes what it was asked. */
function scoring(scores: readonly number[], weight?: number) {
  const asked: RerankCandidate[] = [];
  const reranker: Reranker = {
    name: 'fixed',
    maxCandidates: 50,
    ...(weight !== undefined && { weight }),
    async rerank(_, candidates) {
      asked.push(...candidates);
      return candidates.map(({ chunkId }, place) => ({ chunkId, score: scores[place] as number }));
    },
  };
  return { reranker, asked };
}

async function order(reranker: Reranker, signal?: AbortSignal) {
  const context = {
    reranker,
    limit: 50,
    dateField: 'updated',
    asked: { terms: [], contents: [[]], expansions: [] },
  };
  const { passages: reranked, summary, warnings } = await rerank('when', passages, context, { signal });
  return { documents: reranked.map(({ chunk }) => chunk.documentId), summary, warnings };
}

test('a reranker of full weight decides alone; equal scores keep their order', async () => {
  expect((await order(scoring([0, 1, 2]).reranker)).documents).toEqual(['d2', 'd1', 'd0']);
  expect((await order(scoring([1, 1, 1]).reranker)).documents).toEqual(['d0', 'd1', 'd2']);
});

test('a reranker of less weight is blended with the scores that came in', async () => {
  // z-scores: fused (.86, .54, −1.40), reranked (−1.22, 0, 1.22).
  expect((await order(scoring([0, 1, 2], 0.3).reranker)).documents).toEqual(['d1', 'd0', 'd2']);
  expect((await order(scoring([0, 1, 2], 0.1).reranker)).documents).toEqual(['d0', 'd1', 'd2']);
});

test('C4: says how its scores spread', async () => {
  const { summary } = await order(scoring([3, -1, 1]).reranker);
  expect(summary).toEqual({ reranker: 'fixed', candidates: 3, min: -1, max: 3, mean: 1 });
});

test('shows it title, headings and content once each, and dates that are some', async () => {
  const { reranker, asked } = scoring([0, 0, 0]);
  await order(reranker);
  expect(asked[0]).toMatchObject({ text: 'Dams\nHistory\nd0 0', cosine: 0.9, date: '2025-06-01' });
  expect(asked[1]).not.toHaveProperty('date');
});

test.each([
  ['leaves one out', async () => [{ chunkId: 'd0.1.0', score: 1 }], 'no score'],
  [
    'gives no number',
    async (_: string, all: readonly RerankCandidate[]) =>
      all.map(({ chunkId }) => ({ chunkId, score: Number.NaN })),
    'no number',
  ],
  ['throws', async () => Promise.reject(new Error('the endpoint is gone')), 'the endpoint is gone'],
] as const)('one that %s changes nothing and is named', async (_, work, problem) => {
  const { documents, summary, warnings } = await order({ name: 'broken', maxCandidates: 5, rerank: work });
  expect(documents).toEqual(['d0', 'd1', 'd2']);
  expect(summary).toBeNull();
  expect(warnings).toEqual([expect.stringMatching(new RegExp(`broken.*${problem}`))]);
});

test('stops when it is told to instead of falling back', async () => {
  const stop = new AbortController();
  const reranker: Reranker = {
    name: 'slow',
    maxCandidates: 5,
    async rerank() {
      stop.abort();
      throw new Error('stopped');
    },
  };
  await expect(order(reranker, stop.signal)).rejects.toMatchObject({ code: 'aborted' });
});
