import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Kysely, sql } from 'kysely';
import type { IngestProgress, IngestReport } from '../contracts/ingest-report.ts';
import type { Job } from '../contracts/job.ts';
import { FootnoteError } from '../errors.ts';
import { bytesOfStore } from './job-totals.ts';
import type { JobRow, RecordTables } from './schema.ts';

/** A job that has not been heard of for this long is dead even if its process id is in use again. */
const silenceLimitMs = 10 * 60_000;

/** How often a running job says that it lives, notes how far it is, and looks whether it is to stop. */
const heartbeatMs = 1000;

/** Finished jobs kept for each collection. */
const jobsKept = 200;

/** Work that is registered as a job. */
export interface JobWork extends Pick<Job, 'collection' | 'kind' | 'paths'> {
  /**
   * What it has come to so far: kept with every heartbeat, so that it outlives the process, and at the end. Default:
   * nothing is.
   */
  readonly report?: () => IngestReport;
}

/** How a job ends, with the reason where it does not reach its end. */
export type JobEnd =
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly error: NonNullable<Job['error']> }
  | { readonly state: 'cancelled'; readonly cancelledBy: NonNullable<Job['cancelledBy']> };

/** A job of this process. */
export interface RunningJob {
  readonly id: string;
  /** Aborts when someone asks the job to stop, from this process or another; `details.by` of the reason says so. */
  readonly cancelled: AbortSignal;
  /** Kept in memory and written with the next heartbeat. */
  progress(progress: IngestProgress): void;
  finish(end: JobEnd): Promise<void>;
}

/** Registers work of this process, and says so again every second until it is finished. */
export async function startJob(
  db: Kysely<RecordTables>,
  { collection, kind, paths, report }: JobWork,
): Promise<RunningJob> {
  const id = randomBytes(6).toString('hex');
  const now = new Date().toISOString();
  await db
    .insertInto('jobs')
    .values({
      id,
      collection,
      kind,
      state: 'running',
      paths: JSON.stringify(paths),
      directory: process.cwd(),
      host: hostname(),
      pid: process.pid,
      started_at: now,
      heartbeat_at: now,
      finished_at: null,
      cancel_requested: 0,
      progress: null,
      report: null,
      error: null,
      cancelled_by: null,
      store_bytes: null,
    })
    .execute();
  const cancellation = new AbortController();
  let latest: IngestProgress | null = null;
  const soFar = () => ({ progress: toJson(latest), report: report ? toJson(report()) : null });
  const beat = async () => {
    const row = await db
      .updateTable('jobs')
      .set({ heartbeat_at: new Date().toISOString(), ...soFar() })
      .where('id', '=', id)
      .returning('cancel_requested')
      .executeTakeFirst();
    if (row?.cancel_requested) cancellation.abort(new FootnoteError('aborted', { by: 'request' }));
  };
  // A missed beat does no harm: the next one comes long before the limit.
  const heartbeat = setInterval(() => void beat().catch(() => {}), heartbeatMs).unref();
  return {
    id,
    cancelled: cancellation.signal,
    progress(progress) {
      latest = progress;
    },
    async finish(end) {
      clearInterval(heartbeat);
      await db
        .updateTable('jobs')
        .set({
          state: end.state,
          finished_at: new Date().toISOString(),
          ...soFar(),
          error: end.state === 'failed' ? toJson(end.error) : null,
          cancelled_by: end.state === 'cancelled' ? end.cancelledBy : null,
          store_bytes: bytesOfStore,
        })
        .where('id', '=', id)
        .execute();
      await forgetOldJobs(db, collection);
    },
  };
}

/** Jobs, the latest first. */
export async function listJobs(db: Kysely<RecordTables>, collection: string): Promise<readonly Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .where('collection', '=', collection)
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy(sql`rowid`, 'desc')
    .execute();
  return rows.map(toJob);
}

/** Asks a job to stop at its next step. Returns whether there is a running one of this id. */
export async function cancelJob(db: Kysely<RecordTables>, id: string): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ cancel_requested: 1 })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Takes these paths out of what is kept of jobs, and failures and warnings of them, which may quote what the files
 * say. A path stands at the beginning of each.
 */
export async function forgetInReports(
  db: Kysely<RecordTables>,
  collection: string,
  paths: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('job_documents')
      .where('path', 'in', paths)
      .where('job_id', 'in', (query) =>
        query.selectFrom('jobs').where('collection', '=', collection).select('id'),
      )
      .execute();
    const rows = await tx
      .selectFrom('jobs')
      .where('collection', '=', collection)
      .where('report', 'is not', null)
      .select(['id', 'report'])
      .execute();
    for (const { id, report } of rows) {
      const before = JSON.parse(report ?? '') as IngestReport;
      const failures = before.failures.filter(({ path }) => !paths.includes(path));
      const warnings = before.warnings.filter((text) => !paths.some((path) => text.startsWith(`${path}:`)));
      const isSame = failures.length === before.failures.length && warnings.length === before.warnings.length;
      if (isSame) continue;
      const after = JSON.stringify({ ...before, failures, warnings });
      await tx.updateTable('jobs').set({ report: after }).where('id', '=', id).execute();
    }
  });
}

/** The columns that {@link isRunning} looks at. */
export const lifeOfJob = ['jobs.state', 'jobs.host', 'jobs.pid', 'jobs.heartbeat_at'] as const;

/** Whether the process that registered the job can still be at work on it. */
export function isRunning(
  job: {
    readonly [Column in 'state' | 'host' | 'pid' | 'heartbeat_at']: JobRow[Column] | null;
  },
): boolean {
  if (job.state !== 'running' || job.host === null || job.pid === null || job.heartbeat_at === null)
    return false;
  if (Date.now() - Date.parse(job.heartbeat_at) > silenceLimitMs) return false;
  return job.host !== hostname() || processExists(job.pid);
}

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    collection: row.collection,
    kind: row.kind,
    state: row.state === 'running' && !isRunning(row) ? 'interrupted' : row.state,
    paths: JSON.parse(row.paths) as string[],
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    progress: fromJson(row.progress) as Job['progress'],
    report: fromJson(row.report) as Job['report'],
    error: fromJson(row.error) as Job['error'],
    cancelledBy: row.cancelled_by,
  };
}

function toJson(value: object | null): string | null {
  return value && JSON.stringify(value);
}

function fromJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

/**
 * Forgets what is no longer among those kept, but for what still runs; one that was killed never says that it ended.
 */
async function forgetOldJobs(db: Kysely<RecordTables>, collection: string): Promise<void> {
  const dead = new Date(Date.now() - silenceLimitMs).toISOString();
  await db
    .deleteFrom('jobs')
    .where('collection', '=', collection)
    .where((where) => where.or([where('state', '!=', 'running'), where('heartbeat_at', '<', dead)]))
    .where('id', 'not in', (query) =>
      query
        .selectFrom('jobs')
        .where('collection', '=', collection)
        .orderBy('started_at', 'desc')
        .limit(jobsKept)
        .select('id'),
    )
    .execute();
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
