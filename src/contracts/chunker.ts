import type { ParsedDocument } from './parser.ts';

/** A span that becomes a chunk: what a chunker decides, before ids and metadata are added. */
export interface ChunkSpan {
  readonly start: number;
  readonly end: number;
  readonly headingPath: readonly string[];
  readonly page?: number;
  /**
   * The header rows of the table that the span begins in the middle of: read with it wherever it is read alone, and
   * no part of it.
   */
  readonly tableHeader?: string;
  /** By the tokenizer that the chunker was made with. */
  readonly tokens: number;
}

/**
 * Cuts a document into spans: in order of `start`, each non-blank character of its blocks in at least one of
 * them, none longer than the chunker's maximum, none blank, none with white space at its ends. What a parser leaves
 * outside of every block is metadata (front matter) and in no span of its own. Pure, deterministic, linear in the
 * length of the text.
 */
export interface Chunker {
  /** Name and options: part of the index stamp. */
  readonly id: string;
  /** An aborted signal stops it between blocks with `aborted`. */
  chunk(document: ParsedDocument, options?: { signal?: AbortSignal }): Promise<readonly ChunkSpan[]>;
}

/** A chunker that comes with the package, as the stamp of an index says it. */
export interface StampedChunker {
  readonly id: string;
  /** As its settings are, not yet checked. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Id of what counts its tokens. */
  readonly tokenizer: string;
}
