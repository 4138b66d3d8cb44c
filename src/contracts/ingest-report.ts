import type { ErrorCode } from '../errors.ts';
import type { ParseProgress } from './parser.ts';

/** A file that could not be ingested. The others of its batch were. */
export interface IngestFailure {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** What an ingest would do with one file. */
export interface PlannedChange {
  readonly path: string;
  readonly change: 'added' | 'updated' | 'moved' | 'removed';
  /** Where it was, for one that was moved. */
  readonly from?: string;
}

/** What `ingest` returns. */
export interface IngestReport {
  /** `partial`: some files failed; `failed`: all did. */
  readonly status: 'complete' | 'partial' | 'failed';
  readonly documents: {
    readonly added: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly removed: number;
    readonly failed: number;
  };
  /** How many of the unchanged and updated documents are at another path than before. */
  readonly moved: number;
  /** Files that are gone or ignored and stay documents, since they are more than half of a folder's. */
  readonly kept: number;
  /** Written in this run. */
  readonly chunks: number;
  readonly tokens: number;
  readonly vectors: number;
  /** Tokens that the embedder's provider counted meanwhile and may charge for; 0 for a model that runs here. */
  readonly billedTokens: number;
  readonly durationMs: number;
  /**
   * Files in folders, archives and messages of which nobody expects that they are read, such as pictures, and those of
   * no known kind, counted by ending: lower case with its dot, empty for none.
   */
  readonly passedOver: Readonly<Record<string, number>>;
  /** What a dry run would do, in order; absent otherwise. */
  readonly changes?: readonly PlannedChange[];
  readonly failures: readonly IngestFailure[];
  readonly warnings: readonly string[];
}

/** Whoever listens to long work, and may stop it. */
export interface Follower {
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly signal?: AbortSignal;
}

/** How far an ingest is. Sent at least once per document and once a second while there is work. */
export interface IngestProgress {
  /** `wait`: for another job that does some of the same, so that nothing is done twice. */
  readonly stage: 'wait' | 'find' | 'embed' | 'done';
  readonly filesDone: number;
  readonly filesTotal: number;
  /** Chunks embedded so far; the latest of them are not written yet. */
  readonly chunksDone: number;
  /** Chunks known so far; grows while files are still being parsed. */
  readonly chunksTotal: number;
  /** Tokens that the embedder's provider counted so far; 0 for a model that runs here. */
  readonly billedTokens: number;
  /** Since the start of the ingest. */
  readonly elapsedMs: number;
  /** By the rate since the first chunks were embedded; null until there is one. */
  readonly remainingMs: number | null;
  /** The file in work. */
  readonly path: string | null;
  /** How far its parser is within it; null where it does not say. */
  readonly within: ParseProgress | null;
  /** The job that is waited for in the stage `wait`; else null. */
  readonly waitsFor: string | null;
}
