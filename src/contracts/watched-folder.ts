import type { ErrorCode } from '../errors.ts';
import type { InCollection } from './engine.ts';
import type { IngestFailure, IngestReport } from './ingest-report.ts';

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
