import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import type { IngestProgress, IngestReport } from '../contracts/ingest-report.ts';
import type { Job } from '../contracts/job.ts';
import type { JobRow, RecordTables } from './schema.ts';

/** A job that has not been heard of for this long is dead even if its process id is in use again. */
const silenceLimitMs = 10 * 60_000;

/** How often a running job says that it lives, notes its progress, and looks whether it is to stop. */
const heartbeatMs = 1000;

/** Finished jobs kept for each collection. */
const jobsKept = 200;

/** A job of this process. */
export interface RunningJob {
  readonly id: string;
  /** Aborts when someone asks the job to stop, from this process or another. */
  readonly cancelled: AbortSignal;
  /** Kept in memory and written with the next heartbeat. */
  progress(progress: IngestProgress): void;
  finish(state: 'done' | 'failed' | 'cancelled', report: IngestReport | null): Promise<void>;
}

/** Registers work of this process, and says so again every second until it is finished. */
export async function startJob(
  db: Kysely<RecordTables>,
  work: { readonly collection: string; readonly kind: JobRow['kind']; readonly paths: readonly string[] },
): Promise<RunningJob> {
  const id = randomBytes(6).toString('hex');
  const now = new Date().toISOString();
  await db
    .insertInto('jobs')
    .values({
      id,
      collection: work.collection,
      kind: work.kind,
      state: 'running',
      paths: JSON.stringify(work.paths),
      host: hostname(),
      pid: process.pid,
      started_at: now,
      heartbeat_at: now,
      finished_at: null,
      cancel_requested: 0,
      progress: null,
      report: null,
    })
    .execute();
  const cancellation = new AbortController();
  let latest: IngestProgress | null = null;
  const beat = async () => {
    const row = await db
      .updateTable('jobs')
      .set({ heartbeat_at: new Date().toISOString(), progress: latest && JSON.stringify(latest) })
      .where('id', '=', id)
      .returning('cancel_requested')
      .executeTakeFirst();
    if (row?.cancel_requested) cancellation.abort();
  };
  // A missed beat does no harm: the next one comes long before the limit.
  const heartbeat = setInterval(() => void beat().catch(() => {}), heartbeatMs).unref();
  return {
    id,
    cancelled: cancellation.signal,
    progress(progress) {
      latest = progress;
    },
    async finish(state, report) {
      clearInterval(heartbeat);
      await db
        .updateTable('jobs')
        .set({
          state,
          finished_at: new Date().toISOString(),
          progress: latest && JSON.stringify(latest),
          report: report && JSON.stringify(report),
        })
        .where('id', '=', id)
        .execute();
      await forgetOldJobs(db, work.collection);
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
 * Takes failures and warnings of these paths out of the reports: they may quote what the files say. A path stands
 * at the beginning of each.
 */
export async function forgetInReports(
  db: Kysely<RecordTables>,
  collection: string,
  paths: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
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
    progress: row.progress === null ? null : (JSON.parse(row.progress) as IngestProgress),
    report: row.report === null ? null : (JSON.parse(row.report) as IngestReport),
  };
}

async function forgetOldJobs(db: Kysely<RecordTables>, collection: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('collection', '=', collection)
    .where('state', '!=', 'running')
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
