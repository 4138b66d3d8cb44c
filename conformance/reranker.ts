import assert from 'node:assert/strict';
import type { RerankCandidate, Reranker } from '../src/contracts/reranker.ts';
import { assertSame } from './assertions.ts';
import { refusalOf } from './engine-fixtures.ts';
import type { TestRunner } from './test-runner.ts';

/** What {@link rerankerConformance} needs to know about an adapter. */
export interface RerankerConformanceOptions {
  /** A fresh reranker; the suite closes it. Called once a test. */
  readonly create: () => Promise<Reranker>;
  readonly runner: TestRunner;
}

type Check = (reranker: Reranker) => Promise<void>;

const question = 'How much force does the gripper close with?';

/** `count` candidates in the order they came with, some of the same text, one of none. */
function candidates(count: number): readonly RerankCandidate[] {
  return Array.from({ length: count }, (_, index) => ({
    chunkId: `chunk-${index}`,
    text: index === 3 ? '' : `Note ${index % 7}: the gripper holds part ${index % 7} with twenty newtons.`,
    score: count - index,
    cosine: index % 2 === 0 ? 0.5 - index / 1000 : null,
    coverage: 0.5,
  }));
}

const checks: Readonly<Record<string, Check>> = {
  'says what it is': async (reranker) => {
    assert.match(reranker.name, /\S/);
    assert.ok(reranker.maxCandidates > 0);
    const { weight = 1 } = reranker;
    assert.ok(weight > 0 && weight <= 1);
  },

  'gives every candidate exactly one finite score': async (reranker) => {
    for (const count of [0, 1, 2, reranker.maxCandidates]) {
      const given = candidates(count);
      const scores = await reranker.rerank(question, given);
      assertSame(
        scores.map(({ chunkId }) => chunkId).toSorted(),
        given.map(({ chunkId }) => chunkId).toSorted(),
      );
      for (const { score } of scores) assert.ok(Number.isFinite(score));
    }
  },

  'gives the same scores to the same candidates': async (reranker) => {
    const given = candidates(6);
    assertSame(await reranker.rerank(question, given), await reranker.rerank(question, given));
  },

  'takes any text for a question and a passage': async (reranker) => {
    const odd = ['', 'half \ud83d of a pair', 'a\0b', '👩🏽‍🚀', 'word '.repeat(600)];
    const given = odd.map((text, index) => ({ ...(candidates(5)[index] as RerankCandidate), text }));
    for (const asked of odd) assert.equal((await reranker.rerank(asked, given)).length, odd.length);
  },

  'keeps overlapping calls apart': async (reranker) => {
    const sizes = [5, 1, 4];
    const together = await Promise.all(sizes.map((size) => reranker.rerank(question, candidates(size))));
    assertSame(
      together.map((scores) => scores.length),
      sizes,
    );
  },

  'rejects what is aborted before it starts': async (reranker) => {
    const call = reranker.rerank(question, candidates(3), { signal: AbortSignal.abort() });
    assert.equal(await refusalOf(call), 'aborted');
  },
};

/** Registers the tests that every {@link Reranker} passes. */
export function rerankerConformance({ create, runner }: RerankerConformanceOptions): void {
  const { describe, test } = runner;
  describe('reranker conformance', () => {
    for (const [name, check] of Object.entries(checks)) {
      test(name, async () => {
        const reranker = await create();
        try {
          await check(reranker);
        } finally {
          await reranker.close?.();
        }
      });
    }
  });
}
