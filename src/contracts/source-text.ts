import type { Block } from './parser.ts';
import type { TextPlace } from './text-place.ts';

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

/** Where the text of a document version stands in its file, in order; none where that is not known. */
export type PlacesLookup = (documentId: string, version: number) => Promise<readonly TextPlace[]>;
