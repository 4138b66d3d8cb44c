import { type Kysely, sql, type Transaction } from 'kysely';
import type { JobTotals } from '../../contracts/job.ts';
import type { JobDocumentRow, RecordTables } from '../schema.ts';

/** The database with all that is committed to it. */
export const bytesOfStore = sql<number>`(select page_count * page_size from pragma_page_count, pragma_page_size)`;

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
export async function jobTotals(db: Kysely<RecordTables>, id: string): Promise<JobTotals> {
  const { storeBytes } = await db
    .selectFrom('jobs')
    .where('id', '=', id)
    .select(({ fn }) => fn.coalesce('store_bytes', bytesOfStore).as('storeBytes'))
    .executeTakeFirstOrThrow();
  const documents = await db
    .selectFrom('job_documents')
    .where('job_id', '=', id)
    .select(['path', 'chunks', 'tokens'])
    .orderBy('path')
    .execute();
  return { documents, storeBytes };
}
