import type { ErrorCode } from '../errors.ts';
import type { Metadata } from './chunk.ts';
import type { InCollection } from './engine.ts';
import type { ExecuteStatement, IngestFailure, IngestReport, JobWork } from './job.ts';

/** Bytes that are kept and have no name yet. */
export interface StoredContent {
  readonly id: string;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly contentHash: string;
  readonly bytes: number;
}

/** A content under a name, with what was said of it when it was put in. */
export interface NamedContent {
  readonly name: string;
  readonly content: StoredContent;
  readonly title?: string | undefined;
  readonly metadata: Metadata;
}

/** A document that was put in. */
export interface Upload extends Omit<NamedContent, 'content'> {
  readonly bytes: number;
  /** When it was put in, milliseconds since 1970: greater each time it is put in again under its name. */
  readonly modifiedMs: number;
}

/** How much a collection may keep. */
export interface KeptLimit {
  /**
   * Bytes of all contents together that have a name or are the file of a document, the same ones once. Default 0: any
   * number.
   */
  readonly maxKeptBytes?: number;
}

/** Uploads that no process is at work on, although they have not become documents. */
export interface AbandonedUploads {
  readonly collection: string;
  /** The job that they came with. */
  readonly jobId: string;
  readonly names: readonly string[];
}

/**
 * Documents that were put in rather than found in a folder: their bytes are kept, so that any process with the same
 * records can read them. Names and contents of one collection are unknown to the others.
 *
 * What is put in under a known name waits beside what is there, and takes its place once it has become a document:
 * what fails, or is stopped, leaves nothing.
 */
export interface UploadRecords {
  /**
   * Keeps bytes as they come. They belong to nobody before they are {@link UploadRecords.put} under a name: what comes
   * in at the same time counts against the limit by itself, since it may be there already. Errors: those of `pieces`
   * and `originals_full`, which leave nothing.
   */
  store(collection: string, pieces: AsyncIterable<Uint8Array>, limit?: KeptLimit): Promise<StoredContent>;

  /** Lets go of contents that got no name. */
  discard(contents: readonly StoredContent[]): Promise<void>;

  /**
   * Gives contents their names and registers the job that is to make documents of them, in one step; returns its id.
   * `send` as for `JobRecords.queue`. Errors: `originals_full`, which leaves the contents without names.
   */
  put(
    contents: readonly NamedContent[],
    work: Pick<JobWork, 'collection' | 'owner' | 'paths'> & KeptLimit,
    send: (id: string, execute: ExecuteStatement) => Promise<unknown>,
  ): Promise<string>;

  /** What was put in last under these names, or under any, by name. */
  find(collection: string, names?: readonly string[]): Promise<readonly Upload[]>;

  /** Those of the names under which this content was put in last, by its SHA-256. */
  holding(
    collection: string,
    contents: readonly { readonly name: string; readonly sha256: string }[],
  ): Promise<ReadonlySet<string>>;

  /** The bytes that were put in last under a name; undefined where there are none. */
  read(collection: string, name: string): Promise<Uint8Array | undefined>;

  /**
   * Keeps the file that a document is made of, for as long as a document of this content is live; once, however many
   * are. One that does not become live within an hour leaves nothing. Errors: `originals_full`.
   */
  keep(collection: string, contentHash: string, bytes: Uint8Array, limit?: KeptLimit): Promise<void>;

  /** Length of a content that is kept, by its SHA-256; undefined where it is not. */
  length(collection: string, contentHash: string): Promise<number | undefined>;

  /** The bytes `[start, end)` of a content, by its SHA-256; undefined where it is not kept (any more). */
  part(collection: string, contentHash: string, start: number, end: number): Promise<Uint8Array | undefined>;

  /**
   * Ends what a job was to do: what has become of a document takes the place of what was there before under its name,
   * and what has not is forgotten.
   */
  settle(collection: string, jobId: string): Promise<void>;

  /** Forgets what was put in under a name and has not become a document yet: no job makes one of it any more. */
  withdraw(collection: string, name: string): Promise<void>;

  /** What was put in with jobs that ended without a word, or that nobody has taken for a minute. */
  abandoned(): Promise<readonly AbandonedUploads[]>;
}

/** A folder of the server that is followed: what changes in it reaches the collection by itself. */
export interface WatchedFolder {
  readonly folderId: string;
  readonly collection: string;
  /** Absolute, without links. */
  readonly path: string;
  /** Whether it is to be followed. One that was stopped stays in the list, and its documents stay. */
  readonly isActive: boolean;
  /** ISO 8601. */
  readonly addedAt: string;
  /** When it was last looked at; null: not yet. */
  readonly lastRunAt: string | null;
  /** What came of that; null where it failed as a whole, or not yet. */
  readonly lastRun: FolderRun | null;
  /** Why it failed as a whole; null where it did not. */
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
}

/** What came of looking at a folder. */
export interface FolderRun extends Pick<IngestReport, 'status' | 'documents'> {
  /** Files that failed, at most 100 of them. */
  readonly failures: readonly IngestFailure[];
  /** How many failed. */
  readonly failed: number;
}

/** Which folder to follow. */
export interface WatchFolderOptions extends InCollection {
  /** The folders of which it has to be one, or in which it has to be. Default: any folder of this machine. */
  readonly within?: readonly string[];
}

/** The records of watched folders. Each belongs to the machine on which it was added. */
export interface WatchedFolderRecords {
  /** Keeps one; what is there under its collection and path already is made active. Returns it. */
  add(folder: Pick<WatchedFolder, 'folderId' | 'collection' | 'path' | 'addedAt'>): Promise<WatchedFolder>;

  /** Of a collection, by path; or those of all that this machine is to follow. */
  list(collection?: string): Promise<readonly WatchedFolder[]>;

  /** Returns whether the collection had it. */
  setActive(collection: string, folderId: string, isActive: boolean): Promise<boolean>;

  /** Returns whether the collection had it. */
  remove(collection: string, folderId: string): Promise<boolean>;

  /** Notes what came of looking at it. */
  note(folderId: string, run: Pick<WatchedFolder, 'lastRunAt' | 'lastRun' | 'error'>): Promise<void>;
}
