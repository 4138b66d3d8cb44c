import type { Kysely } from 'kysely';
import type { IndexedVersion } from '../contracts/document-records.ts';
import { isRunning, lifeOfJob } from './job-life.ts';
import type { RecordTables } from './schema.ts';

/** Versions of a collection's documents that no reader sees and no running job is working on. */
export async function leftoverVersions(
  db: Kysely<RecordTables>,
  collection: string,
): Promise<readonly IndexedVersion[]> {
  const rows = await db
    .selectFrom('document_versions as version')
    .innerJoin('documents', 'documents.id', 'version.document_id')
    .innerJoin('index_documents as held', (join) =>
      join
        .onRef('held.document_id', '=', 'version.document_id')
        .onRef('held.version', '=', 'version.version'),
    )
    .leftJoin('jobs', 'jobs.id', 'version.job_id')
    .where('documents.collection', '=', collection)
    .where((where) =>
      where.or([
        where('live_version', 'is', null),
        where('live_version', '!=', where.ref('version.version')),
      ]),
    )
    .select(['version.document_id as documentId', 'version.version as version', 'held.index_id as indexId'])
    .select(lifeOfJob)
    .execute();
  return rows
    .filter((row) => !isRunning(row))
    .map(({ documentId, version, indexId }) => ({ documentId, version, indexId }));
}
