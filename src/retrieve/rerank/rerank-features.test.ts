import * as runner from 'vitest';
import { expect, test } from 'vitest';
import { rerankerConformance } from '../../../conformance/reranker.ts';
import type { RerankCandidate } from '../../contracts/reranker.ts';
import { featuresReranker } from './rerank-features.ts';

rerankerConformance({ runner, create: async () => featuresReranker() });

async function scores(candidates: readonly Partial<RerankCandidate>[]): Promise<number[]> {
  const full = candidates.map((candidate, place) => ({
    chunkId: String(place),
    text: '',
    score: 0,
    cosine: 0,
    coverage: 0,
    ...candidate,
  }));
  const scored = await featuresReranker().rerank('question', full);
  return full.map(({ chunkId }) => scored.find((one) => one.chunkId === chunkId)?.score ?? Number.NaN);
}

test('E9: weighs cosine .70, coverage .20 and recency .10', async () => {
  expect(await scores([{ cosine: 0.5, coverage: 0.25, date: '2026-03-01' }])).toEqual([
    expect.closeTo(0.7 * 0.5 + 0.2 * 0.25 + 0.1, 12),
  ]);
});

test('recency halves with every year before the newest', async () => {
  const [newest, year, twoYears, undated] = await scores([
    { date: '2026-03-01' },
    { date: '2025-03-01' },
    { date: '2024-03-01T00:00:00Z' },
    {},
  ]);
  expect(newest).toBeCloseTo(0.1, 12);
  expect(year).toBeCloseTo(0.05, 12);
  expect(twoYears).toBeCloseTo(0.025, 3);
  expect(undated).toBe(0);
});

test('E9: without any date all are as recent as can be', async () => {
  expect(await scores([{ cosine: 0.5 }, { cosine: 0.2 }])).toEqual([
    expect.closeTo(0.45, 12),
    expect.closeTo(0.24, 12),
  ]);
});

test('E10: a score is the relevance that it stands for', async () => {
  const candidate = { chunkId: 'a', text: '', score: 0, cosine: 0.5, coverage: 0.25 };
  const [scored] = await featuresReranker().rerank('question', [candidate]);
  expect(scored?.relevance).toBe(scored?.score);
});
test('what the vector leg did not find is no nearer than what it did', async () => {
  const [, low, unknown] = await scores([{ cosine: 0.9 }, { cosine: 0.3 }, { cosine: null }]);
  expect(unknown).toBe(low);
  expect(await scores([{ cosine: -0.5 }])).toEqual([expect.closeTo(0.1, 12)]);
});
