import { type Chunk, chunkId } from '../contracts/chunk.ts';
import type { ChunkSpan } from '../contracts/chunker.ts';
import type { DocumentVersion } from '../contracts/document-records.ts';
import { type ChunkedDocument, chunkMetadata } from './chunk-metadata.ts';

/** A version of a document that was cut into spans. */
export interface CutDocument extends DocumentVersion, ChunkedDocument {
  readonly title: string;
  readonly spans: readonly ChunkSpan[];
}

/** The chunks of a document, of which those of the ordinals `[from, to)`. */
export function documentChunks(document: CutDocument, from = 0, to = document.spans.length): Chunk[] {
  const { documentId, version, title, language, text } = document;
  const metadataOf = chunkMetadata(document);
  return document.spans.slice(from, to).map((span, offset) => ({
    id: chunkId(documentId, version, from + offset),
    documentId,
    version,
    ordinal: from + offset,
    start: span.start,
    end: span.end,
    content: text.slice(span.start, span.end),
    title,
    headingPath: span.headingPath,
    page: span.page,
    tokens: span.tokens,
    language,
    metadata: metadataOf(span),
  }));
}
