import type { ErrorCode } from '../errors.ts';
import type { OfOwner } from './engine.ts';
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

/**
 * Who can stop a job: a signal to its process, as Ctrl-C sends `SIGINT`; whoever asks with `cancelJob`, in any process;
 * else the program that runs it.
 */
export type JobCanceller = 'SIGINT' | 'SIGTERM' | 'request' | 'caller';

/** What a job wrote, and the size of the store, both as of its end; of one without an end, as of now. */
export interface JobTotals {
  /** By path. Tokens by the chunker's tokenizer. */
  readonly documents: readonly { readonly path: string; readonly chunks: number; readonly tokens: number }[];
  readonly storeBytes: number;
}

/** A piece of long work as `footnote jobs` lists it. */
export interface Job {
  readonly id: string;
  readonly collection: string;
  readonly kind: 'ingest' | 'reindex';
  /**
   * `queued`: no process has taken it yet. `interrupted`: its process ended without a word; what it did stays, and
   * running it again goes on from there.
   */
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  /** What it was given to work on. */
  readonly paths: readonly string[];
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly progress: IngestProgress | null;
  /** What an ingest came to; of one that is not done what it had come to a second ago at most. Null for a reindex. */
  readonly report: IngestReport | null;
  /** Why a failed one ended; of any, that something of it cannot be read in the store (`store_corrupt`). */
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
  /** Who stopped a cancelled one; null also where nobody took a note of it. */
  readonly cancelledBy: JobCanceller | null;
}

/** Work that is registered as a job. */
export interface JobWork extends Pick<Job, 'collection' | 'kind' | 'paths'> {
  /** Who began it. Default: nobody in particular. */
  readonly owner?: string | undefined;
  /** Of the queued job that this is. Default: a new one is registered. */
  readonly id?: string | undefined;
  /** Whether something in its paths is not looked at, that may have failed before. Default false. */
  readonly isLimited?: boolean;
  /**
   * What it has come to so far: kept with every heartbeat, so that it outlives the process, and at the end. Default:
   * nothing is.
   */
  readonly report?: () => IngestReport;
}

/** How a job ends, with the reason where it does not reach its end. */
export type JobEnd =
  /** Of one that came from a queue: another process goes on with it. */
  | { readonly state: 'queued' }
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly error: NonNullable<Job['error']> }
  | { readonly state: 'cancelled'; readonly cancelledBy: NonNullable<Job['cancelledBy']> };

/** A job of this process. */
export interface RunningJob {
  readonly id: string;
  /** Aborts when someone asks the job to stop, from this process or another; `details.by` of the reason says so. */
  readonly cancelled: AbortSignal;
  /**
   * Waits until no job of its kind that was registered earlier is at work on what this one would do: an ingest on some
   * of its files, a reindex on its collection. Whoever comes second finds done what the first did. Of a job that is not
   * known, at once. Errors: `aborted`.
   */
  turn(options?: TurnOptions): Promise<void>;
  /** Kept in memory and written with the next heartbeat. */
  progress(progress: IngestProgress): void;
  finish(end: JobEnd): Promise<void>;
}

/** How a job waits. */
export interface TurnOptions {
  readonly signal?: AbortSignal;
  /** Told the id of the job that is waited for, about four times a second. */
  readonly onWait?: (jobId: string) => void;
}

/** What failed in a collection and was not ingested since; paths as this process would give them. */
export interface UnresolvedFailures {
  /** Files and folders. */
  readonly failed: readonly string[];
  /** What the ingests that they failed in were given, the latest first. */
  readonly paths: readonly string[];
}

/** Runs a statement of whoever knows the database of the records. */
export type ExecuteStatement = (
  text: string,
  values?: readonly unknown[],
) => Promise<{ readonly rows: readonly object[] }>;

/** The long work of any process with these records. */
export interface JobRecords {
  /**
   * Registers work that a process is to take later, as `start` with the id that is returned. `send` tells those who
   * might, in the same transaction: they learn of it if it is registered, and only then.
   */
  queue(
    work: Omit<JobWork, 'id' | 'report'>,
    send: (id: string, execute: ExecuteStatement) => Promise<unknown>,
  ): Promise<string>;

  /**
   * Registers work of this process, and says so again every second until it is finished. Errors: `job_unknown` for a
   * queued job that was cancelled, or that another process is at.
   */
  start(work: JobWork): Promise<RunningJob>;

  /** A job of the collection, as the list has it. */
  find(collection: string, id: string, viewer?: OfOwner): Promise<Job | undefined>;

  /** The latest first. One is `interrupted` once nothing was heard of it for long enough, by the records' own clock. */
  list(collection: string, viewer?: OfOwner): Promise<readonly Job[]>;

  /**
   * Asks a job to stop at its next step, or takes it out of the queue. Returns whether there is a running or queued one
   * of this id.
   */
  cancel(id: string): Promise<boolean>;

  /** Adds up a job that is known. */
  totals(id: string): Promise<JobTotals>;

  /**
   * Finds what failed in any ingest that is still known, those among them that were cut off, and that no later one,
   * which came to its end, looked at again: what that one did not find to fail is read, gone or left out by now. What
   * was given to a process in another working directory comes with its full path.
   */
  unresolvedFailures(collection: string): Promise<UnresolvedFailures>;

  /**
   * Takes these paths out of what is kept of jobs, and failures and warnings of them, which may quote what the files
   * say. A path stands at the beginning of each.
   */
  forgetPaths(collection: string, paths: readonly string[]): Promise<void>;
}

/** Work that any process with the same records may do, as it is handed over: plain JSON. */
export interface QueuedWork {
  /** Of the job in the records that it is. */
  readonly jobId: string;
  readonly collection: string;
  readonly kind: 'ingest' | 'reindex';
  /** Absolute, of an ingest: whoever takes it must see these files. */
  readonly paths: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly allowMassRemoval?: boolean;
  readonly crawl?: boolean;
}

/** Where work waits for processes that do it. Each piece is done by one; what that one leaves undone, by another. */
export interface WorkQueue {
  /** Puts work in the queue by way of a transaction of the records. */
  send(work: QueuedWork, execute: SendStatement): Promise<void>;

  /**
   * Takes one piece of work after the other until the signal is aborted, and then ends what is being done. Work that
   * `run` rejects is done again, by whoever is free, some times; so is that of a process that was killed.
   */
  take(run: (work: QueuedWork, signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;

  close(): Promise<void>;
}

/** Runs a statement in the transaction that registers the job. */
type SendStatement = (
  text: string,
  values?: readonly unknown[],
) => Promise<{ readonly rows: readonly object[] }>;
