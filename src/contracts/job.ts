import type { ErrorCode } from '../errors.ts';
import type { IngestProgress, IngestReport } from './ingest-report.ts';

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
  /** `interrupted`: its process ended without a word; what it did stays, and running it again goes on from there. */
  readonly state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
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
