import type { Metadata } from '../contracts/chunk.ts';
import type { ChunkSpan } from '../contracts/chunker.ts';
import type { DocumentDraft, DocumentVersion } from '../contracts/document-records.ts';

/** A document that is ready to be embedded and written. */
export interface PreparedDocument {
  readonly draft: DocumentDraft;
  readonly spans: readonly ChunkSpan[];
  /** One for each span. */
  readonly chunkMetadata: readonly Metadata[];
  /** Whether a live version of its source exists already. */
  readonly isUpdate: boolean;
  /** Set once the first batch that holds a part of it is written. */
  version?: DocumentVersion;
}

/** A run of a document's chunks within a batch. */
export interface BatchPart {
  readonly document: PreparedDocument;
  /** Ordinals `[from, to)` of the document's chunks. */
  readonly from: number;
  readonly to: number;
}

/**
 * Groups documents, in order, into batches of at most `maxChunks` chunks: parts of one long document, or many short
 * ones. The batch is the unit that a crash can cost, so it is small; it is also the unit of the transaction, so it is
 * not tiny.
 */
export async function* batchDocuments(
  documents: AsyncIterable<PreparedDocument>,
  maxChunks: number,
): AsyncGenerator<readonly BatchPart[]> {
  let parts: BatchPart[] = [];
  let room = maxChunks;
  for await (const document of documents) {
    for (let from = 0; from < document.spans.length; ) {
      const to = Math.min(document.spans.length, from + room);
      parts.push({ document, from, to });
      room -= to - from;
      from = to;
      if (room === 0) {
        yield parts;
        parts = [];
        room = maxChunks;
      }
    }
  }
  if (parts.length > 0) yield parts;
}
