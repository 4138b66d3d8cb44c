import type { Kysely } from 'kysely';
import type { IndexedVersion } from '../../contracts/document-records.ts';
import { isRunning, lifeOfJob } from '../jobs/job-life.ts';
import type { RecordTables } from '../schema.ts';
import { indexedVersions } from './live-versions.ts';

/** Versions of a collection's documents that no reader sees and no running job is working on. */
export async function leftoverVersions(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<readonly IndexedVersion[]> {
  const rows = await indexedVersions(db)
    .innerJoin('documents', 'documents.id', 'version.document_id')
    .leftJoin('jobs', 'jobs.id', 'version.job_id')
    .where('documents.collection', '=', collection)
    .where((where) =>
      where.or([
        where('live_version', 'is', null),
        where('live_version', '!=', where.ref('version.version')),
      ]),
    )
    .select(lifeOfJob)
    .execute();
  return rows
    .filter((row) => !isRunning(row))
    .map(({ documentId, version, indexId }) => ({ documentId, version, indexId }));
}
