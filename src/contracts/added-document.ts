import type { Metadata } from './chunk.ts';

/** A document to put into a collection, which comes with its content. */
export interface AddedDocument {
  /**
   * What it goes by: another content under the same name replaces it. Like the path of a file, as in
   * `handbook/refunds.md`: 1–500 characters without control characters, parts between slashes, none of them empty, `.`
   * or `..`.
   */
  readonly name: string;
  /** Its bytes, of any format that files can have; at most `ingest.maxFileBytes`. */
  readonly bytes?: Uint8Array | AsyncIterable<Uint8Array>;
  /** The same as a text, instead of bytes. */
  readonly text?: string;
  /** Says of what format a name without an ending is, as `text/markdown`: the name gets the ending. */
  readonly mediaType?: string;
  /** Default: what the content has, else the name. */
  readonly title?: string;
  /** Where its page is. */
  readonly url?: string;
  /** Goes before what the content says. */
  readonly metadata?: Metadata;
}

/** A content under a name, by its hash. */
export interface HeldContent {
  readonly name: string;
  /** SHA-256 of the bytes, hexadecimal and lower case. */
  readonly sha256: string;
}
