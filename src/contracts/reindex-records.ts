import type { Metadata } from './chunk.ts';
import type { DocumentVersion, WrittenVersion } from './document-records.ts';
import type { Block } from './parser.ts';

/** A live version with all that its chunks are made of. */
export interface StoredVersion extends DocumentVersion {
  readonly path: string;
  readonly title: string;
  readonly language: string;
  readonly metadata: Metadata;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The part of the records that building an index beside the live one goes through. */
export interface ReindexRecords {
  /** Live versions of the collection that the index does not have yet, oldest first. */
  unindexed(collection: string, indexId: string, limit: number): Promise<readonly DocumentVersion[]>;

  /** Undefined where the version is not live any more. */
  load(version: DocumentVersion): Promise<StoredVersion | undefined>;

  /** Notes that the version's text is in the index; this job is to embed it. */
  indexed(
    indexId: string,
    jobId: string,
    versions: readonly (WrittenVersion & Pick<StoredVersion, 'path'>)[],
  ): Promise<void>;

  /** Versions that the index has, live or not. */
  versionsIn(indexId: string): Promise<readonly DocumentVersion[]>;

  /**
   * Makes the index the live one of its collection in one transaction, if it has every live version with all its
   * vectors; returns whether it did. Readers see the old index or the new one, whole. The old one is retired.
   */
  swap(collection: string, indexId: string): Promise<boolean>;
}

/** What `reindex` returns. */
export interface ReindexReport {
  /** In the new index. */
  readonly documents: number;
  /**
   * Given their vectors in this run, which an interrupted one need not do again. Tokens count those that were embedded,
   * not those whose vectors were taken over.
   */
  readonly chunks: number;
  readonly tokens: number;
  readonly vectors: number;
  /** Tokens that the embedder's provider counted meanwhile and may charge for; 0 for a model that runs here. */
  readonly billedTokens: number;
  readonly durationMs: number;
  /** What went less well than asked: passages without vectors. */
  readonly warnings: readonly string[];
}
