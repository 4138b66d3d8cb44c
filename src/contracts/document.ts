import type { Metadata } from './chunk.ts';
import type { ErasureReceipt } from './erasure-receipt.ts';
import type { ForGroups, InCollection } from './in-collection.ts';
import type { OriginalFile } from './original.ts';
import type { Block } from './parser.ts';
import type { TextPlace } from './text-place.ts';

/** A document as lists show it. */
export interface DocumentSummary {
  readonly documentId: string;
  /** Its source as the user knows it; the first where several files have the same content. */
  readonly path: string;
  /** All its sources. */
  readonly paths: readonly string[];
  readonly title: string;
  readonly language: string;
  /** SHA-256 of the source's bytes, hexadecimal. */
  readonly contentHash: string;
  /** Length of the source in bytes. */
  readonly bytes: number;
  readonly chunks: number;
  readonly tokens: number;
  /** Chunks that have their vectors; the others are found by their words alone until theirs are computed. */
  readonly embeddedChunks: number;
  readonly version: number;
  /** When the live version became live, ISO 8601. */
  readonly ingestedAt: string;
  /** The job that made the live version live; null where that is not known. */
  readonly jobId: string | null;
  /** None where the store is damaged there, which `footnote doctor` tells. */
  readonly metadata: Metadata;
}

/** Which documents of a collection to list. */
export interface FindDocumentsOptions extends InCollection, ForGroups {
  /**
   * Words that title and path have in them, in any order and as parts of words; case and accents do not count. Default:
   * all documents.
   */
  readonly search?: string;
  /** What they are ordered by; where that is equal, by path. Default `path`. */
  readonly sort?: DocumentSort;
  /** Default `ascending`. */
  readonly order?: 'ascending' | 'descending';
  /** Documents to return, 1–1000. Default 1000. */
  readonly limit?: number;
  /** Documents to pass over. Default 0. */
  readonly offset?: number;
}

/** What lists of documents can be ordered by. Titles are as people order them: `Chapter 9` before `Chapter 10`. */
export const documentSorts = ['path', 'title', 'bytes', 'chunks', 'ingestedAt'] as const;

export type DocumentSort = (typeof documentSorts)[number];

/** A part of the list of documents. */
export interface DocumentPage {
  /** In the order that was asked for. */
  readonly documents: readonly DocumentSummary[];
  /** Documents that match, however many are returned. */
  readonly matching: number;
}

/** A document's cleaned text and the structure over it: what citations point into. */
export interface DocumentText {
  readonly documentId: string;
  readonly version: number;
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The file that it was read from; null where it is neither kept nor still where it was. */
  readonly original: OriginalFile | null;
}

/** Where a part of a document's text stands in the file that it was read from. */
export interface DocumentPlaces {
  readonly documentId: string;
  readonly version: number;
  /** In order, about one a line; none where the format has no places or they are not known. */
  readonly places: readonly TextPlace[];
}

/** Of which part of the text the places are asked: `[start, end)`. Default: all of it. */
export interface PlacesOptions extends InCollection, ForGroups {
  readonly start?: number;
  readonly end?: number;
}

/** A document of which damaged passages were found: the next ingest of its file makes it again, changed or not. */
export interface QueuedDocument {
  readonly documentId: string;
  /** Its source as the user knows it. */
  readonly path: string;
}

/** A document that was removed, as it was, with the proof of it. */
export interface RemovedDocument extends DocumentSummary {
  readonly receipt: ErasureReceipt;
}
