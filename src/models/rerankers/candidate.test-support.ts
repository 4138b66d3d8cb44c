import type { RerankCandidate } from '../../contracts/reranker.ts';

/** Candidates with these texts, in the order they came with, called `c0`, `c1` and so on. */
export function candidatesOf(texts: readonly string[]): readonly RerankCandidate[] {
  return texts.map((text, index) => ({
    chunkId: `c${index}`,
    text,
    score: -index,
    cosine: null,
    coverage: 0,
  }));
}
