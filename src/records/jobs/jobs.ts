import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import type {
  ExecuteStatement,
  IngestProgress,
  IngestReport,
  Job,
  JobRecords,
  JobTotals,
  JobWork,
  RunningJob,
  TurnOptions,
  UnresolvedFailures,
} from '../../contracts/job.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { isWithin, realPath } from '../../files/path-error.ts';
import { schemeOf, uploadRoot, uploadSource } from '../../files/source-address.ts';
import { legibleJson } from '../../sqlite/open-database.ts';
import { dialectOf, given, listOf } from '../dialects.ts';
import type { JobDocumentRow, JobRow, RecordTables } from '../schema.ts';
import { unlessDamaged } from '../stored-json.ts';

/** The long work of any process over the store, and what came of it. */
export function jobRecords(db: Kysely<RecordTables>): JobRecords {
  return {
    queue: (work, send) => db.transaction().execute((tx) => queueJob(tx, work, send)),

    start: (work) => startJob(db, work),

    async list(collection, { owner } = {}) {
      const rows = await db
        .selectFrom('jobs')
        .where('collection', '=', collection)
        .where((where) => where.and(given({ owner })))
        .selectAll()
        .select(lifeOfJob(db))
        .orderBy(asBegun, 'desc')
        .execute();
      return (await unlessDamaged(db, rows, 'jobs')).map((row) => toJob(row, isRunning(db, row)));
    },

    async find(collection, id, { owner } = {}) {
      const row = await db
        .selectFrom('jobs')
        .where('collection', '=', collection)
        .where((where) => where.and(given({ owner })))
        .where('id', '=', id)
        .selectAll()
        .select(lifeOfJob(db))
        .executeTakeFirst();
      return row && toJob(row, isRunning(db, row));
    },

    async cancel(id) {
      const queued = await db
        .updateTable('jobs')
        .set({ state: 'cancelled', cancelled_by: 'request', finished_at: dialectOf(db).now() })
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .executeTakeFirst();
      if (queued.numUpdatedRows > 0n) return true;
      const result = await db
        .updateTable('jobs')
        .set({ cancel_requested: 1 })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    totals: (id) => jobTotals(db, id),

    unresolvedFailures: (collection) => unresolvedFailures(db, collection),

    forgetPaths: (collection, paths) =>
      db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('job_documents')
          .where('path', 'in', listOf(tx, paths))
          .where('job_id', 'in', (query) =>
            query.selectFrom('jobs').where('collection', '=', collection).select('id'),
          )
          .execute();
        const rows = await tx
          .selectFrom('jobs')
          .where('collection', '=', collection)
          .select(['id', 'paths', 'directory', 'report'])
          .execute();
        for (const { id, ...row } of rows) {
          const before = legibleJson(row.report ?? '') as IngestReport | undefined;
          // What cannot be read may quote them.
          const after = before ? reportWithout(paths, before) : null;
          const report =
            row.report !== null && after !== undefined ? after && JSON.stringify(after) : row.report;
          const given = givenWithout(paths, row);
          if (report !== row.report || given !== row.paths)
            await tx.updateTable('jobs').set({ report, paths: given }).where('id', '=', id).execute();
        }
      }),
  };
}

/** What a job was given, as JSON, without documents that are to be forgotten, whether files or put in. */
function givenWithout(paths: readonly string[], job: Pick<JobRow, 'paths' | 'directory'>): string {
  const given = legibleJson(job.paths);
  if (!Array.isArray(given)) return job.paths.includes(uploadRoot) ? '[]' : job.paths;
  const gone = new Set([...paths.map(uploadSource), ...paths.map((path) => resolve(job.directory, path))]);
  const isGone = (path: unknown) => gone.has(String(path)) || gone.has(resolve(job.directory, String(path)));
  const kept = given.filter((path) => !isGone(path));
  return kept.length < given.length ? JSON.stringify(kept) : job.paths;
}

/** What a report says beside these paths; undefined where it names none of them. */
function reportWithout(paths: readonly string[], report: IngestReport): IngestReport | undefined {
  const failures = report.failures.filter(({ path }) => !paths.includes(path));
  const warnings = report.warnings.filter((text) => !paths.some((path) => text.startsWith(`${path}:`)));
  const isSame = failures.length === report.failures.length && warnings.length === report.warnings.length;
  return isSame ? undefined : { ...report, failures, warnings };
}

/** A job is listed also where something of it cannot be read, which its error then names. */
function toJob(row: JobRow, runs: boolean): Job {
  const illegible: string[] = [];
  const value = (name: 'paths' | 'progress' | 'report' | 'error') => {
    const json = row[name];
    const found = json === null ? null : legibleJson(json);
    if (found === undefined) illegible.push(`jobs.${name}`);
    return found ?? null;
  };
  const paths = value('paths') as Job['paths'] | null;
  const progress = value('progress') as Job['progress'];
  const report = value('report') as Job['report'];
  const error = value('error') as Job['error'];
  const message = `The store is damaged: ${illegible.join(' and ')} of ${row.id} cannot be read.`;
  return {
    id: row.id,
    collection: row.collection,
    kind: row.kind,
    state: row.state === 'running' && !runs ? 'interrupted' : row.state,
    paths: paths ?? [],
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    progress,
    report,
    error: illegible.length === 0 ? error : { code: 'store_corrupt', message },
    cancelledBy: row.cancelled_by,
  };
}

/** Nobody has been heard of since. */
const longAgo = new Date(0).toISOString();

/** How often a running job says that it lives, notes how far it is, and looks whether it is to stop. */
const heartbeatMs = 1000;

/** Finished jobs kept for each collection. */
const jobsKept = 200;

/** Registers work of this process, and says so again every second until it is finished. */
async function startJob(db: Kysely<RecordTables>, work: JobWork): Promise<RunningJob> {
  const { collection, report } = work;
  const { now, bytesOfStore } = dialectOf(db);
  const row = newJob(db, work, 'running');
  const { id } = row;
  // In a transaction, whose turn it is to write being known: jobs are seen in the order in which they began.
  await db.transaction().execute(async (tx) => {
    if (work.id !== undefined) await takeQueued(tx, row);
    else await tx.insertInto('jobs').values(row).execute();
  });
  const cancellation = new AbortController();
  let latest: IngestProgress | null = null;
  const soFar = () => ({ progress: toJson(latest), report: report ? toJson(report()) : null });
  const beat = async () => {
    const row = await db
      .updateTable('jobs')
      .set({ heartbeat_at: now(), ...soFar() })
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
          finished_at: end.state === 'queued' ? null : now(),
          // Whoever takes it next need not ask whether this process is still there.
          ...(end.state === 'queued' && { heartbeat_at: longAgo }),
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

/** See `JobRecords.queue`. */
export async function queueJob(
  tx: Transaction<RecordTables>,
  work: Omit<JobWork, 'id' | 'report'>,
  send: (id: string, execute: ExecuteStatement) => Promise<unknown>,
): Promise<string> {
  const row = newJob(tx, work, 'queued');
  await tx.insertInto('jobs').values(row).execute();
  await send(row.id, (text, values = []) => tx.executeQuery<object>(CompiledQuery.raw(text, [...values])));
  return row.id;
}

/** The row of a job of this process. */
function newJob(
  db: Kysely<RecordTables>,
  { id = randomBytes(6).toString('hex'), collection, kind, paths, owner, isLimited = false }: JobWork,
  state: 'queued' | 'running',
) {
  const { now } = dialectOf(db);
  return {
    id,
    collection,
    owner: owner ?? null,
    kind,
    state,
    paths: JSON.stringify(paths),
    is_limited: isLimited ? 1 : 0,
    directory: process.cwd(),
    host: hostname(),
    pid: process.pid,
    started_at: now(),
    heartbeat_at: now(),
    cancel_requested: 0,
  };
}

/**
 * Takes a job that was queued, or that its process has not brought to an end. Errors: `job_unknown` where somebody
 * asked it to stop, where it is done, and where another process is at it.
 */
async function takeQueued(tx: Transaction<RecordTables>, row: ReturnType<typeof newJob>): Promise<void> {
  // It stays whose it was when it was queued.
  const { id, collection, owner: _owner, ...values } = row;
  const known = await tx
    .selectFrom('jobs')
    .where('id', '=', id)
    .where('collection', '=', collection)
    .select(['cancel_requested', 'cancelled_by'])
    .select(lifeOfJob(tx))
    .executeTakeFirst();
  const isOver =
    known?.state === 'done' || known?.cancelled_by === 'request' || known?.cancel_requested === 1;
  if (!known || isOver || isRunning(tx, known))
    throw new FootnoteError('job_unknown', { job: id, collection, state: 'queued' });
  const again = { finished_at: null, error: null, cancelled_by: null };
  await tx
    .updateTable('jobs')
    .set({ ...values, ...again })
    .where('id', '=', id)
    .execute();
}

function toJson(value: object | null): string | null {
  return value && JSON.stringify(value);
}

/** A job that has been silent for so long is not gone on with any more: longer than a queue keeps work. */
const abandonedAfterMs = 2 * 24 * 3600_000;

/** What came of a job is there for so long, even if the job had waited for its worker while many others ended. */
const endKeptMs = 3600_000;

/**
 * Forgets what is no longer among those kept, but for what still runs or may be gone on with by another worker: a job
 * that was killed never says that it ended.
 */
async function forgetOldJobs(db: Kysely<RecordTables>, collection: string): Promise<void> {
  const { now } = dialectOf(db);
  await db.transaction().execute((tx) =>
    tx
      .deleteFrom('jobs')
      .where('collection', '=', collection)
      .where((where) =>
        where.or([
          where.and([
            where('state', 'not in', ['queued', 'running']),
            where('finished_at', '<', now(-endKeptMs)),
          ]),
          where.and([where('state', '=', 'running'), where('heartbeat_at', '<', now(-abandonedAfterMs))]),
        ]),
      )
      .where('id', 'not in', (query) =>
        query
          .selectFrom('jobs')
          .where('collection', '=', collection)
          .orderBy(asBegun, 'desc')
          .limit(jobsKept)
          .select('id'),
      )
      .execute(),
  );
}

/** Between two looks at what the others do. */
const pauseMs = 250;

/**
 * A job says every second that it lives. One that is silent for so long is not waited for, whether it is dead or not:
 * at worst both do the same work.
 */
const longestSilenceMs = 30_000;

/** See `RunningJob.turn`. */
async function waitForTurn(
  db: Kysely<RecordTables>,
  id: string,
  { signal, onWait }: TurnOptions = {},
): Promise<void> {
  for (;;) {
    throwIfAborted(signal);
    const first = await firstInTheWay(db, id);
    if (first === undefined) return;
    onWait?.(first.id);
    // Aborted, it is over at once, and said above.
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {});
  }
}

async function firstInTheWay(db: Kysely<RecordTables>, id: string): Promise<JobRow | undefined> {
  const rows = await db
    .selectFrom('jobs')
    .where('state', '=', 'running')
    .where('kind', '=', (own) => own.selectFrom('jobs').where('id', '=', id).select('kind'))
    .where('collection', '=', (own) => own.selectFrom('jobs').where('id', '=', id).select('collection'))
    .selectAll()
    .select(lifeOfJob(db))
    .orderBy(asBegun)
    .execute();
  const place = rows.findIndex((row) => row.id === id);
  const own = rows[place];
  if (!own) return undefined;
  const paths = realPaths(own);
  const isSameWork = (row: JobRow) => own.kind !== 'ingest' || shareFiles(realPaths(row), paths);
  return rows
    .slice(0, place)
    .find((row) => silenceMs(row) <= longestSilenceMs && isRunning(db, row) && isSameWork(row));
}

function shareFiles(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => isWithin(one, other) || isWithin(other, one)));
}

/** What a job was given, without links as far as it is there; nothing where that cannot be read. */
function realPaths({ paths, directory }: JobRow): readonly string[] {
  const given = (legibleJson(paths) ?? []) as string[];
  return given.map((path) => (schemeOf(path) ? path : realPath(resolve(directory, path))));
}

/** See `JobRecords.unresolvedFailures`. */
async function unresolvedFailures(db: Kysely<RecordTables>, collection: string): Promise<UnresolvedFailures> {
  const jobs = await db
    .selectFrom('jobs')
    .where('collection', '=', collection)
    .where('report', 'is not', null)
    .select(['directory', 'paths', 'report', 'state', 'is_limited'])
    .orderBy(asBegun, 'desc')
    .execute();
  const failed = new Set<string>();
  const given = new Set<string>();
  const lookedAtSince = new Set<string>();
  for (const job of jobs) {
    const report = legibleJson(job.report ?? '') as IngestReport | undefined;
    const paths = legibleJson(job.paths) as string[] | undefined;
    // Of a job that is damaged nobody knows what it found to fail, nor what it looked at.
    if (!report || !paths) continue;
    // What failed of what was put in is not kept: whoever has it puts it in again.
    if (paths.some((path) => schemeOf(path) === uploadRoot)) continue;
    const { failures } = report;
    const isResolved = (path: string) => lookedAtSince.values().some((given) => isWithin(path, given));
    const unresolved = failures.filter(({ path }) => !isResolved(resolve(job.directory, path)));
    for (const { path } of unresolved) failed.add(givenHere(path, job));
    if (unresolved.length > 0) for (const path of paths) given.add(givenHere(path, job));
    if (job.state !== 'done' || job.is_limited !== 0) continue;
    for (const path of paths) lookedAtSince.add(resolve(job.directory, path));
  }
  return { failed: [...failed], paths: [...given] };
}

/** A path that was given to a job, as this process would give it. */
function givenHere(path: string, { directory }: Pick<JobRow, 'directory'>): string {
  return directory === process.cwd() ? path : resolve(directory, path);
}

/** Notes what a job made of a document. It stays when the document is replaced, and goes with the job. */
export async function noteJobDocument(
  tx: Transaction<RecordTables>,
  { job_id, path, chunks, tokens }: JobDocumentRow,
): Promise<void> {
  await tx
    .insertInto('job_documents')
    .values({ job_id, path, chunks, tokens })
    .onConflict((conflict) => conflict.columns(['job_id', 'path']).doUpdateSet({ chunks, tokens }))
    .execute();
}

/** Adds up a job that is known. */
async function jobTotals(db: Kysely<RecordTables>, id: string): Promise<JobTotals> {
  const { storeBytes } = await db
    .selectFrom('jobs')
    .where('id', '=', id)
    .select(({ fn }) => fn.coalesce('store_bytes', dialectOf(db).bytesOfStore).as('storeBytes'))
    .executeTakeFirstOrThrow();
  const documents = await db
    .selectFrom('job_documents')
    .where('job_id', '=', id)
    .select(['path', 'chunks', 'tokens'])
    .orderBy('path')
    .execute();
  return { documents, storeBytes };
}

/** The order in which jobs began, whatever the clock said. */
const asBegun = sql`jobs.rowid`;

/** The columns of a job that say whether it runs, and the moment at which they were read. */
export function lifeOfJob(db: Kysely<RecordTables>) {
  const now = dialectOf(db).now().as('now');
  return ['jobs.state', 'jobs.host', 'jobs.pid', 'jobs.heartbeat_at', now] as const;
}

/** {@link lifeOfJob}; null where there is no job. */
type JobLife = Readonly<
  { [Column in 'state' | 'host' | 'pid' | 'heartbeat_at']: JobRow[Column] | null } & { now: string }
>;

/** Whether the process that registered the job can still be at work on it. */
export function isRunning(db: Kysely<RecordTables>, life: JobLife): boolean {
  const { state, host, pid } = life;
  if (state !== 'running' || host === null || pid === null) return false;
  const { silenceLimitMs, processExists } = dialectOf(db);
  return silenceMs(life) <= silenceLimitMs && processExists(host, pid);
}

/** Whether a process is at work on a job, or has said within a minute that it will be. */
export function isAtWork(db: Kysely<RecordTables>, life: JobLife): boolean {
  const { state, host, pid } = life;
  if (state !== 'queued' || host === null || pid === null) return isRunning(db, life);
  return silenceMs(life) <= takenWithinMs && dialectOf(db).processExists(host, pid);
}

/** Work of a process that has not begun it for so long is anyone's. */
const takenWithinMs = 60_000;

/**
 * Milliseconds since a job was heard of. One heard of in the future is not alive for it: the clock was set back since,
 * and who is at work says so with the new time within a second.
 */
function silenceMs({ heartbeat_at, now }: Pick<JobLife, 'heartbeat_at' | 'now'>): number {
  return Math.abs(Date.parse(now) - Date.parse(heartbeat_at ?? ''));
}
