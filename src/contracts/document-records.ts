import type { ErrorCode } from '../errors.ts';
import type { Metadata } from './chunk.ts';
import type { DocumentEdits, TextPlace } from './document.ts';
import type { Block, ParsedDocument } from './parser.ts';

/** A file as a source of a document. */
export interface Source {
  /**
   * Absolute path, `upload:/NAME` of what was put in, or an address (`https://…`, `s3://…`), with the member's name
   * behind it in an archive: unique in a collection.
   */
  readonly source: string;
  /** The path as the user gave it: what citations show. */
  readonly path: string;
  readonly bytes: number;
  /** When the file had last changed when it was looked at, its name and rights included; milliseconds since 1970. */
  readonly modifiedMs: number;
  /** What its server calls this state of it (`ETag`); absent where there is none. */
  readonly tag?: string;
  /** The title that was given to it; absent where the content is to say it, or the name. */
  readonly title?: string;
}

/** A source that a document is to have: a new one, or one that another document had. */
export interface SourceMove {
  readonly documentId: string;
  readonly source: Source;
}

/** What the records know of a source that was ingested before. */
export interface KnownSource {
  readonly documentId: string;
  /** SHA-256 of the bytes the live version was made from, hexadecimal. */
  readonly contentHash: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly tag?: string;
  /** Name and version of the parser the live version was made with. */
  readonly parser: string;
  /** Stands for the metadata that the live version has from outside of its file; empty where it has none. */
  readonly metadataHash: string;
  readonly title: string;
  /** The path that the live version was made from; empty where that cannot be read. */
  readonly madeFrom: string;
  /** Whether the document has other sources too. */
  readonly isShared: boolean;
}

/** A live document with a certain content. */
export interface SameContent {
  readonly documentId: string;
  readonly parser: string;
  readonly metadataHash: string;
  readonly title: string;
  /** The path that it was made from. */
  readonly madeFrom: string;
  readonly sources: readonly string[];
}

/** A new version of a document, complete but for its chunks. */
export interface DocumentDraft extends Source {
  readonly title: string;
  /** The title that was given to its source, where one was. */
  readonly givenTitle?: string | undefined;
  readonly language: string;
  readonly contentHash: string;
  readonly parser: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Where the text stands in the file, where that is known. */
  readonly places?: readonly TextPlace[];
  readonly metadata: Metadata;
  /** The part of the metadata that is in the file, as the parser found it. */
  readonly ownMetadata: Metadata;
  /** Stands for the part of the metadata that is not in the file; empty where there is none. */
  readonly metadataHash: string;
  /** What was written over title and metadata, which are as they come of it; undefined where nothing was. */
  readonly edits?: DocumentEdits | undefined;
  /** What they would be without; undefined where nothing was. */
  readonly unedited?: Unedited | undefined;
}

/** What title and metadata of a version are without edits. */
export interface Unedited {
  readonly title: string;
  readonly metadata: Metadata;
}

/** What is written over a live version, and what is under it. */
export interface EditedVersion extends Unedited {
  readonly edits: DocumentEdits;
}

/** A version that differs from the live one in title and metadata alone. */
export interface Revision {
  readonly title: string;
  readonly metadata: Metadata;
  /** Undefined where nothing is edited. */
  readonly unedited: Unedited | undefined;
}

/** What a parser made of a content, as a document of it has it. */
interface StoredParse extends ParsedDocument {
  /** The document's, which is the name of its file where the content has none. */
  readonly title: string;
  /** The path that the document was made from. */
  readonly madeFrom: string;
  /** Whether the title was given to the file, so that it says nothing of the content. */
  readonly isTitleGiven: boolean;
}

/** A source's content under one parser. */
export interface ParsedContent extends Pick<DocumentDraft, 'contentHash'> {
  readonly source: Source;
  /** Stands for all that what comes of it depends on, beside the content. */
  readonly parser: string;
}

/** Why a content could not be parsed: what the error is made of. */
export interface FailedParse {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A version of a document. */
export interface DocumentVersion {
  readonly documentId: string;
  readonly version: number;
}

/** A version as one text, which no other has. */
export function versionKey({ documentId, version }: DocumentVersion): string {
  return `${documentId} ${version}`;
}

/** A version with what its chunks in one index came to. */
export interface WrittenVersion extends DocumentVersion {
  readonly chunks: number;
  /** By the chunker's tokenizer. */
  readonly tokens: number;
}

/** A version's chunks in one index: what may be removed once no reader sees the version. */
export interface IndexedVersion extends DocumentVersion {
  readonly indexId: string;
}

/** A live version that cannot be found by its vectors yet. */
export interface UnembeddedVersion extends WrittenVersion {
  /** The first source's, as the user knows it. */
  readonly path: string;
  /** Chunks, from the first, that have their vectors. */
  readonly embeddedChunks: number;
}

/**
 * The part of the records that ingestion writes through. Chunks of a version are written between `begin` and
 * `publish`, so that a crash at any point leaves the old version live and the new one recognisable as left over.
 * A document has one source or more: files of equal content are one document.
 */
export interface DocumentRecords {
  /** The live document of each source; sources never ingested are left out. */
  known(collection: string, sources: readonly string[]): Promise<ReadonlyMap<string, KnownSource>>;

  /** Sources of live documents below a folder. */
  sourcesBelow(collection: string, folder: string): Promise<readonly string[]>;

  /** Sources of live documents whose files last changed at one of these moments; at most 10 000 moments. */
  sourcesChangedAt(
    collection: string,
    modifiedMs: readonly number[],
  ): Promise<readonly Omit<Source, 'path'>[]>;

  /**
   * The live documents with this content, by id: several where parser or metadata differ. One of which another version
   * has begun is left out: its content is about to be another.
   */
  findByContent(collection: string, contentHash: string): Promise<readonly SameContent[]>;

  /**
   * What a parser made of a content before, from a live document of the collection, its warnings left out; the title
   * is the document's. Undefined where there is none that can be read.
   */
  parsed(
    collection: string,
    content: Pick<DocumentDraft, 'contentHash' | 'parser'>,
  ): Promise<StoredParse | undefined>;

  /** Why a source's content could not be parsed before; undefined where no job that is still listed tried to. */
  failedParse(collection: string, content: ParsedContent): Promise<FailedParse | undefined>;

  /** Notes that a job came upon a content that cannot be parsed, in the place of what was noted of its source. */
  noteFailedParse(
    collection: string,
    jobId: string,
    content: ParsedContent,
    failed: FailedParse,
  ): Promise<void>;

  /** Notes that a file was touched but not changed, so that the next run need not read it. */
  touch(collection: string, source: Source): Promise<void>;

  /**
   * Gives live documents sources, and takes away those that are `gone`, all in one step: a document that has none left
   * at its end is retired. What was put in and has been removed since gets no document. Returns what may be removed.
   */
  moveSources(
    collection: string,
    moves: readonly SourceMove[],
    gone: readonly string[],
  ): Promise<readonly IndexedVersion[]>;

  /** What was written over the documents of these sources; those of which nothing was are left out. */
  edits(collection: string, sources: readonly string[]): Promise<ReadonlyMap<string, DocumentEdits>>;

  /** What was written over a live version; undefined where it is not live any more. */
  edited(version: DocumentVersion): Promise<EditedVersion | undefined>;

  /**
   * Stores a revision of a live version as a pending one of this job; undefined where that is not live any more. Its
   * text and places are copied.
   */
  revise(
    job: { readonly indexId: string; readonly jobId: string },
    base: DocumentVersion,
    revision: Revision,
  ): Promise<DocumentVersion | undefined>;

  /**
   * Makes a revision of the version `base` live, with the edits that it came of, in one transaction; the document keeps
   * its sources. Returns what may be removed; undefined where that version is not live any more. Errors:
   * `index_replaced`.
   */
  publishRevision(
    job: { readonly indexId: string; readonly jobId: string; readonly path: string },
    base: number,
    version: WrittenVersion,
    edits: DocumentEdits | undefined,
  ): Promise<readonly IndexedVersion[] | undefined>;

  /** Stores the drafts as pending versions of this job, in one transaction; their chunks will be in this index. */
  begin(
    collection: string,
    indexId: string,
    jobId: string,
    drafts: readonly DocumentDraft[],
  ): Promise<readonly DocumentVersion[]>;

  /**
   * Makes the versions live in one transaction; they are to be embedded by this job. A source that their documents got
   * since they were begun is let go, since its file is not what they were made from; so is a version of what was put in
   * and has been removed since. Returns what may be removed.
   * Errors: `index_replaced` where another index has become the live one since.
   */
  publish(
    indexId: string,
    jobId: string,
    versions: readonly WrittenVersion[],
  ): Promise<readonly IndexedVersion[]>;

  /** Live versions that lack vectors and that no other running job is embedding, now this job's; oldest first. */
  claimUnembedded(indexId: string, jobId: string, limit: number): Promise<readonly UnembeddedVersion[]>;

  /** Chunks of live versions that lack their vectors. */
  unembeddedChunks(indexId: string): Promise<number>;

  /** Notes how many chunks of each version have their vectors. */
  embedded(
    indexId: string,
    versions: readonly (DocumentVersion & { readonly embeddedChunks: number })[],
  ): Promise<void>;

  /** Takes a document from readers at once. Returns what may be removed. */
  retire(documentId: string): Promise<readonly IndexedVersion[]>;

  /** Versions that no reader sees and no running job is working on: left by a crash or a failed removal. */
  leftovers(collection: string): Promise<readonly IndexedVersion[]>;

  /** Forgets versions whose chunks are gone, and documents that have none left. */
  forget(versions: readonly IndexedVersion[]): Promise<void>;
}

/**
 * Looks up documents in the records, which alone decide what is live: one lookup for all the ids of a search. What is
 * given back may hold other documents as well.
 */
export interface LiveDocuments {
  /** The versions that readers see; documents without one are not among them. */
  versions(
    documentIds: Iterable<string>,
    options?: { signal?: AbortSignal },
  ): Promise<ReadonlyMap<string, number>>;
  /** The documents' sources as the user knows them; documents without one are not among them. */
  paths(
    documentIds: Iterable<string>,
    options?: { signal?: AbortSignal },
  ): Promise<ReadonlyMap<string, string>>;
}

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
