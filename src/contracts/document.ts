import type { Chunk, Metadata, MetadataValue } from './chunk.ts';
import type { ErasureReceipt } from './conversation.ts';
import type { ForGroups, InCollection } from './engine.ts';
import type { Block } from './parser.ts';

/** The metadata field that says for which groups a document is. */
export const groupsField = 'groups';

/** What a document that is for everybody may say; it stands for no group. */
export const everyone = '*';

/** The field of chunks that says the same, also of those that are for everybody: no filter finds an absent one. */
export const visibleToField = 'visible_to';

/**
 * The groups that a document is for; null where it says nothing, or names {@link everyone}. What is no text becomes
 * one, so that nobody sees a document because of how its groups are written.
 */
export function groupsOf({ [groupsField]: named }: Metadata): readonly string[] | null {
  if (named === undefined) return null;
  const groups = [named].flat().map(String);
  return groups.length === 0 || groups.includes(everyone) ? null : groups;
}

/** The metadata fields that may say which project a document is of; a preset decides which of them counts. */
const projectFields = ['project', 'company_slug'] as const;
export type ProjectField = (typeof projectFields)[number];

/** The field of chunks that says it for each of these: no filter finds an absent one. */
export const inProjectsField = 'in_projects';

/** A project in {@link inProjectsField}; without a name that of the collection, whatever that is called by then. */
export function projectMark(field: ProjectField, name?: string): string {
  return name === undefined ? field : `${field}=${name}`;
}

/** The projects that a document is of. */
export function projectMarks(metadata: Metadata): readonly string[] {
  return projectFields.map((field) => {
    const { [field]: named } = metadata;
    return projectMark(field, named === undefined ? undefined : String(named));
  });
}

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
  /** With what was edited. None where the store is damaged there, which `footnote doctor` tells. */
  readonly metadata: Metadata;
  /** What was written over what the document says of itself; absent where nothing was. */
  readonly edits?: DocumentEdits;
}

/** What was written over what a document says of itself: it goes before that until it is taken back. */
export interface DocumentEdits {
  /** Null: it is the document's own. */
  readonly title: string | null;
  /** The fields that were written. */
  readonly metadata: Metadata;
}

/** What to write over a document's title and metadata. What is left out stays as it is. */
export interface DocumentChange {
  /** 1–500 characters; null gives it back its own. */
  readonly title?: string | null;
  /** By field: a value, or null, which gives it back the document's own or takes it away where that has none. */
  readonly metadata?: Readonly<Record<string, MetadataValue | null>>;
  /** The version that was looked at: of another nothing is changed. Default: whichever is live. */
  readonly version?: number;
}

/** What documents of a list have in common; what is left out is of no matter. */
export interface DocumentFilter {
  /** What the name of the file ends in, in lower case without the dot: `pdf`; empty where that is nothing. */
  readonly kind?: string;
  /** BCP 47 primary language subtag. */
  readonly language?: string;
  readonly state?: DocumentState;
  /** A field that their metadata have. */
  readonly field?: string;
  /** What stands in that field, or is one of its list, as a text; case does not count. Default: anything. */
  readonly value?: string;
}

/**
 * How far documents are. `ready`: found by words and meaning; `embedding`: by words, while vectors are made; `queued`:
 * they wait to be read again, since stored passages were damaged.
 */
export const documentStates = ['ready', 'embedding', 'queued'] as const;

export type DocumentState = (typeof documentStates)[number];

/** Which documents of a collection to list. */
export interface FindDocumentsOptions extends InCollection, ForGroups, DocumentFilter {
  /**
   * Words that title and path have in them, in any order and as parts of words; case and accents do not count. Default:
   * all documents.
   */
  readonly search?: string;
  /** Also counts, in `facets`, what the documents could be filtered by. Default false. */
  readonly facets?: boolean;
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
  /** Where it was asked for. */
  readonly facets?: DocumentFacets;
}

/** How many documents of a collection there are of each kind, language and state, and with each field of metadata. */
export interface DocumentFacets {
  readonly kinds: Readonly<Record<string, number>>;
  readonly languages: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, number>>;
  /** The 50 most common. */
  readonly fields: Readonly<Record<string, number>>;
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

/** The file that a document was read from, as it was then. */
export interface OriginalFile {
  /** Its name without folders, with its ending. */
  readonly name: string;
  /** By its ending; `application/octet-stream` where that is not known. */
  readonly mediaType: string;
  /** Length in bytes. */
  readonly bytes: number;
}

/** The same, to be read from. */
export interface Original extends OriginalFile {
  /** SHA-256 of the whole, hexadecimal. */
  readonly contentHash: string;
  /** The bytes `[start, end)`, within its length. Errors: `original_missing` where they are there no more. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Where something stands in a file: what a program draws a mark around. */
export type PlaceInFile =
  | {
      /** 1-based page. */
      readonly page: number;
      /** `[left, top, width, height]` from the upper left corner as the page is shown, in units of 1/72 inch. */
      readonly box: readonly [left: number, top: number, width: number, height: number];
    }
  | {
      readonly sheet: string;
      /** A cell or a range of cells: `B2`, `B2:D2`. */
      readonly cells: string;
    }
  | {
      /** 1-based. */
      readonly slide: number;
      /** The name of the shape; `Notes` and `Comments` for what is said beside the slide. */
      readonly shape: string;
    }
  | {
      /** Of an e-mail, as IMAP names its parts (RFC 9051, 6.4.5): `1.2`, `HEADER`, or `TEXT` for the whole body. */
      readonly part: string;
    }
  | {
      /** Of a recording, whole seconds from its beginning: `[from, to]`. */
      readonly time: readonly [from: number, to: number];
    }
  | {
      /**
       * A picture within the file, whose text was recognised, as figures have it: `word/media/image1.png`,
       * `1024-8200`. Of an e-mail its address, `cid:plan@example.org`, or `picture 1` for the first without one.
       */
      readonly picture: string;
      /** `[left, top, width, height]` in pixels from the picture's upper left corner. */
      readonly pixels: readonly [left: number, top: number, width: number, height: number];
      /** How sure the reader is of the text in the picture, 0 to 1. */
      readonly confidence: number;
    };

/** Where a piece of a document's text stands in its file. `[start, end)` is of the cleaned text. */
export type TextPlace = { readonly start: number; readonly end: number } & PlaceInFile;

/** Seconds of a recording as players show them: `00:12:31`. */
export function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, '0')).join(':');
}

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
