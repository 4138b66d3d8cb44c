import { type Kysely, sql, type Transaction } from 'kysely';
import type { UnembeddedVersion } from '../../contracts/document-records.ts';
import { updateIndexed } from '../documents/document-versions.ts';
import { firstPath } from '../documents/live-versions.ts';
import { isRunning, lifeOfJob } from '../jobs/job-life.ts';
import { jsonList } from '../json-list.ts';
import type { RecordTables } from '../schema.ts';

/** Chunks of live versions that lack their vectors in an index. */
export async function unembeddedChunks(db: Kysely<RecordTables>, indexId: string): Promise<number> {
  const row = await liveIn(db, indexId)
    .select(({ fn, eb }) =>
      fn.sum<number | null>(eb('held.chunks', '-', eb.ref('held.embedded_chunks'))).as('chunks'),
    )
    .executeTakeFirst();
  return row?.chunks ?? 0;
}

/**
 * Live versions that lack vectors in an index and that no other running job is embedding, at most `limit`, the oldest
 * first. From now on they are this job's.
 */
export async function claimUnembedded(
  tx: Transaction<RecordTables>,
  { indexId, jobId, limit }: { readonly indexId: string; readonly jobId: string; readonly limit: number },
): Promise<readonly UnembeddedVersion[]> {
  const others = await otherRunningJobs(tx, jobId);
  const free = await liveIn(tx, indexId)
    .whereRef('embedded_chunks', '<', 'held.chunks')
    .where((where) =>
      where.or([where('held.job_id', 'is', null), where('held.job_id', 'not in', jsonList(others))]),
    )
    .select(['held.document_id as documentId', 'held.version as version', 'held.chunks as chunks'])
    .select(['held.tokens as tokens', 'held.embedded_chunks as embeddedChunks', 'held.job_id'])
    // The order of the index of those that lack vectors, so that no more of them are looked at.
    .orderBy(sql`held.rowid`)
    .limit(limit)
    .execute();
  for (const { documentId, version } of free.filter((row) => row.job_id !== jobId)) {
    await updateIndexed(tx, { documentId, version, indexId }, { job_id: jobId });
  }
  const paths = await pathsOf(
    tx,
    free.map(({ documentId }) => documentId),
  );
  return free.map(({ documentId, version, chunks, tokens, embeddedChunks }) => {
    const path = paths.get(documentId) ?? '';
    return { path, documentId, version, chunks, tokens, embeddedChunks };
  });
}

async function otherRunningJobs(tx: Transaction<RecordTables>, jobId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('jobs')
    .where('state', '=', 'running')
    .where('id', '!=', jobId)
    .select('id')
    .select(lifeOfJob)
    .execute();
  return rows.filter(isRunning).map(({ id }) => id);
}

/** The first paths of documents. Asked for these alone: for all that wait it would cost more than all else. */
async function pathsOf(
  tx: Transaction<RecordTables>,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx
    .selectFrom('documents')
    .where('documents.id', 'in', jsonList(documentIds))
    .select((where) => ['documents.id as id', firstPath(where).as('path')])
    .execute();
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** What an index holds of the live versions. */
function liveIn(db: Kysely<RecordTables>, indexId: string) {
  return db
    .selectFrom('index_documents as held')
    .innerJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'held.document_id').onRef('live_version', '=', 'held.version'),
    )
    .where('index_id', '=', indexId);
}
