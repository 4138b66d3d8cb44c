import { resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { IngestReport } from '../contracts/ingest-report.ts';
import { jsonList } from './json-list.ts';
import type { JobRow, RecordTables } from './schema.ts';

/** What failed in a collection and was not ingested since; paths as this process would give them. */
export interface UnresolvedFailures {
  /** Files and folders. */
  readonly failed: readonly string[];
  /** What the ingests that they failed in were given, the latest first. */
  readonly paths: readonly string[];
}

/** The order in which jobs began, whatever the clock said. */
const jobOrder = sql<number>`jobs.rowid`;

/**
 * Finds what failed in any ingest that is still known, those among them that were cut off, and that no later ingest
 * made a document of. What was given to a process in another working directory comes with its full path.
 */
export async function unresolvedFailures(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<UnresolvedFailures> {
  const jobs = await db
    .selectFrom('jobs')
    .where('collection', '=', collection)
    .where('report', 'is not', null)
    .select(['directory', 'paths', 'report', jobOrder.as('order')])
    .orderBy(jobOrder, 'desc')
    .execute();
  const failures = jobs.flatMap(({ report, ...job }) =>
    (JSON.parse(report ?? '') as IngestReport).failures.map(({ path }) => ({ ...job, path })),
  );
  const names = failures.flatMap((failure) => [failure.path, fullPath(failure.path, failure)]);
  const ingested = await lastIngested(db, collection, names);
  const unresolved = failures.filter(
    (failure) => failure.order >= (ingested.get(fullPath(failure.path, failure)) ?? 0),
  );
  const failed = unresolved.map((failure) => givenHere(failure.path, failure));
  const paths = unresolved.flatMap((failure) =>
    (JSON.parse(failure.paths) as string[]).map((path) => givenHere(path, failure)),
  );
  return { failed: [...new Set(failed)], paths: [...new Set(paths)] };
}

/** The last job that made a document of each path, by its place in the order. Keys are full paths. */
async function lastIngested(
  db: Kysely<RecordTables>,
  collection: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('job_documents')
    .innerJoin('jobs', 'jobs.id', 'job_id')
    .where('path', 'in', jsonList(paths))
    .where('collection', '=', collection)
    .where('kind', '=', 'ingest')
    .select(['path', 'directory', jobOrder.as('order')])
    .orderBy(jobOrder)
    .execute();
  return new Map(rows.map((row) => [fullPath(row.path, row), row.order]));
}

type Given = Pick<JobRow, 'directory'>;

/** A path that was given to a job, as this process would give it. */
function givenHere(path: string, { directory }: Given): string {
  return (directory ?? process.cwd()) === process.cwd() ? path : fullPath(path, { directory });
}

function fullPath(path: string, { directory }: Given): string {
  return resolve(directory ?? process.cwd(), path);
}
