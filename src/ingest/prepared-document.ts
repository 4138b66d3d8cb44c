import type { ChunkSpan } from '../contracts/chunker.ts';
import type { DocumentDraft, DocumentVersion } from '../contracts/document-records.ts';
import type { Placed } from './sync/place-content.ts';

/** A document that is ready to be embedded and written. */
export interface PreparedDocument {
  readonly draft: DocumentDraft;
  readonly spans: readonly ChunkSpan[];
  /** Once it is written. */
  readonly counts: Placed['counts'];
  /** Set once the first batch that holds a part of it is written. */
  version?: DocumentVersion;
}
