import type { ModelCallOptions } from './generator.ts';

/** A candidate as a reranker sees it. */
export interface RerankCandidate {
  readonly chunkId: string;
  /** Title and heading path first, then the chunk's content. */
  readonly text: string;
  /** The score it came with, on the fusion's scale. */
  readonly score: number;
  /** Cosine of the vector leg; null where that leg did not find it. */
  readonly cosine: number | null;
  /** Share of the question's terms, weighted by IDF, that it contains; in [0, 1]. */
  readonly coverage: number;
  /** ISO 8601, where the document has one. */
  readonly date?: string;
}

export interface RerankScore {
  readonly chunkId: string;
  /** Higher is better; only the order and the differences within one call mean anything. */
  readonly score: number;
  /** How well it answers the question, in [0, 1], which compares between questions; absent where that is not known. */
  readonly relevance?: number;
}

/**
 * Reorders the best candidates with a closer look at each. Errors: `model_unavailable`, `model_rejected`,
 * `model_answer_invalid`, `model_missing`, `aborted`.
 */
export interface Reranker {
  readonly name: string;
  /** SHA-256 of its model's weights, hexadecimal. Absent where it has no model of its own, or a server has it. */
  readonly weights?: string;
  /** Most candidates that pay off; the caller sends no more. */
  readonly maxCandidates: number;
  /**
   * Share of its scores in the new order, in (0, 1]; the scores that the candidates came with have the rest. Both are
   * standardised over the candidates first. Default 1: its scores alone decide.
   */
  readonly weight?: number;
  /** Exactly one score for each candidate, in any order. */
  rerank(
    question: string,
    candidates: readonly RerankCandidate[],
    options?: ModelCallOptions,
  ): Promise<readonly RerankScore[]>;

  /**
   * Loads what the first question would wait for; nothing is sent anywhere. A reranker without it has nothing to load.
   */
  warmUp?(): Promise<void>;

  /** Ends worker threads and connections. A reranker without it has none. */
  close?(): Promise<void>;
}
