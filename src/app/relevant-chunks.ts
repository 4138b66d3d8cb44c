import { hitConfidence } from '../answer/confidence.ts';
import { ordinalOf } from '../contracts/chunk.ts';
import type { Footnote } from '../footnote.ts';
import type { Hit } from '../retrieve/hit.ts';
import { requireList, requireNumber, requireObject } from '../values/require-arguments.ts';

/** A chunk that was found, under the names of the description of the preset `disclosures`. */
export interface RetrievedContext {
  readonly chunkId: string;
  readonly docId: string;
  readonly docTitle: string;
  readonly content: string;
  /** Its position among the chunks of its document, 0-based. */
  readonly chunkIndex: number;
  /** In [0, 1]: under the preset the cosine. */
  readonly score: number;
}

/** What {@link retrieveRelevantChunks} found. */
export interface RetrievalResult {
  /** Best first. */
  readonly contexts: readonly RetrievedContext[];
  /** Of the contexts, in their order. */
  readonly scores: readonly number[];
  /** For embedding the question and searching, in milliseconds. */
  readonly retrievalMs: number;
}

/** How many chunks to retrieve, and which of them count. */
export interface RetrieveChunksOptions {
  /** 1–100. Default: `retrieval.topK`. */
  readonly topK?: number;
  /**
   * What a score must be above, in [0, 1]. It adds to `retrieval.minScore` of the settings and cannot lower that.
   * Default: 0.
   */
  readonly confidenceThreshold?: number;
  readonly signal?: AbortSignal;
}

/**
 * The chunks of one company's documents that bear on a question. `footnote` is open under the preset `disclosures`, by
 * which the metadata field `company_slug` says whose a document is. Errors: those of {@link Footnote.search}.
 * Requirement row B4.
 */
export async function retrieveRelevantChunks(
  question: string,
  companySlug: string,
  footnote: Pick<Footnote, 'search'>,
  { topK, confidenceThreshold = 0, signal }: RetrieveChunksOptions = {},
): Promise<RetrievalResult> {
  requireObject('footnote', footnote);
  requireNumber('confidenceThreshold', confidenceThreshold, 0, 1);
  const startedMs = performance.now();
  const { hits } = await footnote.search(question, { project: companySlug, topK, signal });
  const retrievalMs = performance.now() - startedMs;
  const found = hits.filter(({ expansion }) => !expansion).map(retrievedContext);
  const contexts = found.filter(({ score }) => score > confidenceThreshold);
  return { contexts, scores: contexts.map(({ score }) => score), retrievalMs };
}

/**
 * Whether enough chunks reach a threshold to answer from: at least `minChunks` scores that are as high or higher.
 * Requirement row B5. Errors: `request_invalid`.
 */
export function hasSufficientContext(scores: readonly number[], threshold: number, minChunks = 1): boolean {
  requireList('scores', scores);
  requireNumber('threshold', threshold, 0, 1);
  requireNumber('minChunks', minChunks, 0, Number.MAX_SAFE_INTEGER);
  return scores.filter((score) => score >= threshold).length >= minChunks;
}

/** A hit as a context. */
export function retrievedContext(hit: Hit): RetrievedContext {
  return {
    chunkId: hit.chunkId,
    docId: hit.documentId,
    docTitle: hit.title,
    content: hit.content,
    chunkIndex: ordinalOf(hit.chunkId),
    score: hitConfidence(hit),
  };
}
