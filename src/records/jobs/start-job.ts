import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import type { IngestProgress, IngestReport } from '../../contracts/ingest-report.ts';
import type { Job } from '../../contracts/job.ts';
import { FootnoteError } from '../../errors.ts';
import type { RecordTables } from '../schema.ts';
import { asBegun, silenceLimitMs } from './job-life.ts';
import { bytesOfStore } from './job-totals.ts';
import { type TurnOptions, waitForTurn } from './wait-for-turn.ts';

/** How often a running job says that it lives, notes how far it is, and looks whether it is to stop. */
const heartbeatMs = 1000;

/** Finished jobs kept for each collection. */
const jobsKept = 200;

/** Work that is registered as a job. */
export interface JobWork extends Pick<Job, 'collection' | 'kind' | 'paths'> {
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
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly error: NonNullable<Job['error']> }
  | { readonly state: 'cancelled'; readonly cancelledBy: NonNullable<Job['cancelledBy']> };

/** A job of this process. */
export interface RunningJob {
  readonly id: string;
  /** Aborts when someone asks the job to stop, from this process or another; `details.by` of the reason says so. */
  readonly cancelled: AbortSignal;
  /** See {@link waitForTurn}. */
  turn(options?: TurnOptions): Promise<void>;
  /** Kept in memory and written with the next heartbeat. */
  progress(progress: IngestProgress): void;
  finish(end: JobEnd): Promise<void>;
}

/** Registers work of this process, and says so again every second until it is finished. */
export async function startJob(
  db: Kysely<RecordTables>,
  { collection, kind, paths, isLimited = false, report }: JobWork,
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
      is_limited: isLimited ? 1 : 0,
      directory: process.cwd(),
      host: hostname(),
      pid: process.pid,
      started_at: now,
      heartbeat_at: now,
      cancel_requested: 0,
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
    turn: (options) => waitForTurn(db, id, options),
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

function toJson(value: object | null): string | null {
  return value && JSON.stringify(value);
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
        .orderBy(asBegun, 'desc')
        .limit(jobsKept)
        .select('id'),
    )
    .execute();
}
