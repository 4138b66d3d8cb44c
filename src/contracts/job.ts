import type { IngestProgress, IngestReport } from './ingest-report.ts';

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
  readonly report: IngestReport | null;
}
