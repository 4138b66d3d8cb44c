import { type Chunk, chunkId, type Metadata } from '../contracts/chunk.ts';
import type { ChunkSpan } from '../contracts/chunker.ts';
import type { DocumentDraft, DocumentVersion } from '../contracts/document-records.ts';

/** A version of a document that was cut into spans. */
export interface CutDocument
  extends DocumentVersion,
    Pick<DocumentDraft, 'title' | 'language' | 'text' | 'metadata'> {
  readonly spans: readonly ChunkSpan[];
  /** One for each span. */
  readonly chunkMetadata: readonly Metadata[];
}

/** The chunks of a document, of which those of the ordinals `[from, to)`. */
export function documentChunks(document: CutDocument, from = 0, to = document.spans.length): Chunk[] {
  const { documentId, version, title, language, text, metadata } = document;
  return document.spans.slice(from, to).map(({ start, end, headingPath, page, tokens }, offset) => ({
    id: chunkId(documentId, version, from + offset),
    documentId,
    version,
    ordinal: from + offset,
    start,
    end,
    content: text.slice(start, end),
    title,
    headingPath,
    page,
    tokens,
    language,
    metadata: document.chunkMetadata[from + offset] ?? metadata,
  }));
}
