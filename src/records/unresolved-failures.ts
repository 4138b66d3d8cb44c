import { type Kysely, sql } from 'kysely';
import type { IngestReport } from '../contracts/ingest-report.ts';
import { jsonList } from './json-list.ts';
import type { RecordTables } from './schema.ts';

/** What failed in a collection and was not ingested since. */
export interface UnresolvedFailures {
  /** Files and folders, as reports name them. */
  readonly failed: readonly string[];
  /** What the ingests that they failed in were given, the latest first. */
  readonly paths: readonly string[];
}

/** The order in which jobs began, whatever the clock said. */
const jobOrder = sql<number>`jobs.rowid`;

/**
 * Finds what failed in any ingest that is still known, those among them that were cut off, and that no later ingest
 * made a document of.
 */
export async function unresolvedFailures(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<UnresolvedFailures> {
  const jobs = await db
    .selectFrom('jobs')
    .where('collection', '=', collection)
    .where('report', 'is not', null)
    .select(['paths', 'report', jobOrder.as('order')])
    .orderBy(jobOrder, 'desc')
    .execute();
  const failures = jobs.flatMap(({ paths, report, order }) =>
    (JSON.parse(report ?? '') as IngestReport).failures.map(({ path }) => ({ path, paths, order })),
  );
  const ingested = await lastIngested(
    db,
    collection,
    failures.map(({ path }) => path),
  );
  const unresolved = failures.filter(({ path, order }) => order >= (ingested.get(path) ?? 0));
  const paths = unresolved.flatMap((failure) => JSON.parse(failure.paths) as string[]);
  return { failed: [...new Set(unresolved.map(({ path }) => path))], paths: [...new Set(paths)] };
}

/** The last job that made a document of each path, by its place in the order. */
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
    .select(({ fn }) => ['path', fn.max(jobOrder).as('order')])
    .groupBy('path')
    .execute();
  return new Map(rows.map(({ path, order }) => [path, order]));
}
