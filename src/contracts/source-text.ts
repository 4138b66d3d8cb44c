import type { Block } from './parser.ts';

/** What a document version says and how it is built. */
export interface SourceText {
  /** Cleaned text. */
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Reads a document version; undefined where it is not stored any more. Errors: `store_corrupt`. */
export type SourceTextLookup = (
  documentId: string,
  version: number,
  options?: { signal?: AbortSignal | undefined },
) => Promise<SourceText | undefined>;
