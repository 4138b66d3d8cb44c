/** A candidate as a reranker sees it. */
export interface RerankCandidate {
  readonly chunkId: string;
  /** Title and heading path first, then the chunk's content. */
  readonly text: string;
  /** The score it came with, on the fusion's scale. */
  readonly score: number;
}

export interface RerankScore {
  readonly chunkId: string;
  /** Higher is better; only the order and the differences within one call mean anything. */
  readonly score: number;
}

/** Reorders the best candidates with a closer look at each. Errors: `model_unavailable`, `aborted`. */
export interface Reranker {
  readonly name: string;
  /** Most candidates that pay off; the caller sends no more. */
  readonly maxCandidates: number;
  /** Exactly one score for each candidate, in any order. */
  rerank(
    question: string,
    candidates: readonly RerankCandidate[],
    options?: { signal?: AbortSignal },
  ): Promise<readonly RerankScore[]>;
}
