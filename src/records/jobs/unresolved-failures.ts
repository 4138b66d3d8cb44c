import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { IngestReport } from '../../contracts/ingest-report.ts';
import { isWithin } from '../../files/is-within.ts';
import { legibleJson } from '../../sqlite/legible-json.ts';
import type { JobRow, RecordTables } from '../schema.ts';
import { asBegun } from './job-life.ts';

/** What failed in a collection and was not ingested since; paths as this process would give them. */
export interface UnresolvedFailures {
  /** Files and folders. */
  readonly failed: readonly string[];
  /** What the ingests that they failed in were given, the latest first. */
  readonly paths: readonly string[];
}

/**
 * Finds what failed in any ingest that is still known, those among them that were cut off, and that no later one, which
 * came to its end, looked at again: what that one did not find to fail is read, gone or left out by now. What was given
 * to a process in another working directory comes with its full path.
 */
export async function unresolvedFailures(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<UnresolvedFailures> {
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
