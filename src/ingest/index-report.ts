import type { Job, JobTotals } from '../contracts/job.ts';

/** What an ingest came to, chapter by chapter, where each document is one. */
export interface IndexReport {
  readonly status: 'success' | 'partial' | 'failed' | 'queued' | 'running' | 'cancelled' | 'interrupted';
  readonly chapters_processed: number;
  readonly total_chunks: number;
  readonly total_tokens: number;
  /** By path. */
  readonly chunks_per_chapter: Readonly<Record<string, number>>;
  readonly duration_seconds: number;
  /** The whole store, in units of 1024² bytes. */
  readonly storage_mb: number;
  /** When it ended, or this moment where it has not; ISO 8601. */
  readonly timestamp: string;
}

/**
 * The report of a job in the form of a table of chapters. It counts the documents that the job wrote, whatever became
 * of them later.
 * @param now for a job that has not ended
 */
export function indexReport(
  job: Job,
  { documents, storeBytes }: JobTotals,
  now: Date = new Date(),
): IndexReport {
  const endedAt = job.finishedAt ?? now.toISOString();
  return {
    status: statusOf(job),
    chapters_processed: documents.length,
    total_chunks: documents.reduce((sum, { chunks }) => sum + chunks, 0),
    total_tokens: documents.reduce((sum, { tokens }) => sum + tokens, 0),
    chunks_per_chapter: Object.fromEntries(documents.map(({ path, chunks }) => [path, chunks])),
    duration_seconds: tenths((Date.parse(endedAt) - Date.parse(job.startedAt)) / 1000),
    storage_mb: tenths(storeBytes / 2 ** 20),
    timestamp: endedAt,
  };
}

/** The same in short. */
export interface ShortIndexReport {
  readonly chapter_count: number;
  readonly chunk_count: number;
  readonly total_tokens: number;
  readonly duration_seconds: number;
}

/** See {@link ShortIndexReport}. */
export function shortIndexReport(report: IndexReport): ShortIndexReport {
  return {
    chapter_count: report.chapters_processed,
    chunk_count: report.total_chunks,
    total_tokens: report.total_tokens,
    duration_seconds: report.duration_seconds,
  };
}

function statusOf({ state, report }: Job): IndexReport['status'] {
  if (state !== 'done') return state;
  return report === null || report.status === 'complete' ? 'success' : report.status;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
