import type { Kysely } from 'kysely';
import type { IngestReport } from '../../contracts/ingest-report.ts';
import type { Job } from '../../contracts/job.ts';
import { legibleJson } from '../../sqlite/legible-json.ts';
import { jsonList } from '../json-list.ts';
import type { JobRow, RecordTables } from '../schema.ts';
import { asBegun, isRunning } from './job-life.ts';
import { jobTotals } from './job-totals.ts';
import { type JobWork, startJob } from './start-job.ts';
import { unresolvedFailures } from './unresolved-failures.ts';

/** The long work of any process over the store, and what came of it. */
export function jobRecords(db: Kysely<RecordTables>) {
  return {
    /** See {@link startJob}. */
    start: (work: JobWork) => startJob(db, work),

    /** The latest first. */
    async list(collection: string): Promise<readonly Job[]> {
      const rows = await db
        .selectFrom('jobs')
        .where('collection', '=', collection)
        .selectAll()
        .orderBy(asBegun, 'desc')
        .execute();
      return rows.map(toJob);
    },

    /** Asks a job to stop at its next step. Returns whether there is a running one of this id. */
    async cancel(id: string): Promise<boolean> {
      const result = await db
        .updateTable('jobs')
        .set({ cancel_requested: 1 })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** See {@link jobTotals}. */
    totals: (id: string) => jobTotals(db, id),

    /** See {@link unresolvedFailures}. */
    unresolvedFailures: (collection: string) => unresolvedFailures(db, collection),

    /**
     * Takes these paths out of what is kept of jobs, and failures and warnings of them, which may quote what the files
     * say. A path stands at the beginning of each.
     */
    forgetPaths: (collection: string, paths: readonly string[]) =>
      db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('job_documents')
          .where('path', 'in', jsonList(paths))
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
          const before = legibleJson(report ?? '') as IngestReport | undefined;
          // What cannot be read may quote them.
          const after = before ? reportWithout(paths, before) : null;
          if (after !== undefined)
            await tx
              .updateTable('jobs')
              .set({ report: after && JSON.stringify(after) })
              .where('id', '=', id)
              .execute();
        }
      }),
  };
}

/** What a report says beside these paths; undefined where it names none of them. */
function reportWithout(paths: readonly string[], report: IngestReport): IngestReport | undefined {
  const failures = report.failures.filter(({ path }) => !paths.includes(path));
  const warnings = report.warnings.filter((text) => !paths.some((path) => text.startsWith(`${path}:`)));
  const isSame = failures.length === report.failures.length && warnings.length === report.warnings.length;
  return isSame ? undefined : { ...report, failures, warnings };
}

/** A job is listed also where something of it cannot be read, which its error then names. */
function toJob(row: JobRow): Job {
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
    state: row.state === 'running' && !isRunning(row) ? 'interrupted' : row.state,
    paths: paths ?? [],
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    progress,
    report,
    error: illegible.length === 0 ? error : { code: 'store_corrupt', message },
    cancelledBy: row.cancelled_by,
  };
}
