import type { Chunk } from './chunk.ts';
import type { ForGroups, InCollection } from './in-collection.ts';

/** A chunk of a document with its vector. */
export interface DocumentPassage extends Chunk {
  /**
   * Of unit length: the mean of its windows where the passage is longer than the model reads. Null where it has none,
   * as one that the model makes no vector of, or one whose engine gives none back.
   */
  readonly vector: Float32Array | null;
}

/** A document version as its index holds it. */
export interface DocumentPassages {
  readonly documentId: string;
  readonly version: number;
  /** Its source as the user knows it. */
  readonly path: string;
  /** When the version became live, ISO 8601. */
  readonly ingestedAt: string;
  /** In their order, all of them but those whose row is damaged. */
  readonly passages: readonly DocumentPassage[];
}

/** How the passages of a document are read. */
export interface DocumentPassagesOptions extends InCollection, ForGroups {
  readonly signal?: AbortSignal;
}
