import type { Kysely, Transaction } from 'kysely';
import type { UnembeddedVersion } from '../contracts/document-records.ts';
import { updateIndexed } from './document-versions.ts';
import { isRunning, lifeOfJob } from './job-life.ts';
import { firstPath } from './live-versions.ts';
import type { RecordTables } from './schema.ts';

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
  const rows = await liveIn(tx, indexId)
    .leftJoin('jobs', 'jobs.id', 'held.job_id')
    .whereRef('embedded_chunks', '<', 'held.chunks')
    .select((where) => [
      firstPath(where).as('path'),
      'held.document_id as documentId',
      'held.version as version',
      'held.chunks as chunks',
      'held.tokens as tokens',
      'held.embedded_chunks as embeddedChunks',
      'held.job_id',
    ])
    .select(lifeOfJob)
    .orderBy('held.document_id')
    .execute();
  const free = rows.filter((row) => row.job_id === jobId || !isRunning(row)).slice(0, limit);
  for (const { documentId, version } of free.filter((row) => row.job_id !== jobId)) {
    await updateIndexed(tx, { documentId, version, indexId }, { job_id: jobId });
  }
  return free.map(({ path, documentId, version, chunks, tokens, embeddedChunks }) => ({
    path: path ?? '',
    documentId,
    version,
    chunks,
    tokens,
    embeddedChunks,
  }));
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
