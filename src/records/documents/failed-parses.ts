import type { Kysely, Transaction } from 'kysely';
import type { FailedParse, ParsedContent } from '../../contracts/document-records.ts';
import { legibleJson } from '../../sqlite/legible-json.ts';
import type { RecordTables } from '../schema.ts';

/** Why this content of a source could not be parsed, where a job that is still known came upon that. */
export async function failedParse(
  db: Kysely<RecordTables>,
  collection: string,
  { source, contentHash, parser }: ParsedContent,
): Promise<FailedParse | undefined> {
  const row = await db
    .selectFrom('failed_parses')
    .where('collection', '=', collection)
    .where('source', '=', source.source)
    .where('content_hash', '=', contentHash)
    .where('parser', '=', parser)
    .select(['code', 'details'])
    .executeTakeFirst();
  const details = row && (legibleJson(row.details) as FailedParse['details'] | undefined);
  return details && { code: row.code, details };
}

/** Notes it in the place of what was known of the source, or that another job came upon it too. */
export async function noteFailedParse(
  db: Kysely<RecordTables>,
  collection: string,
  jobId: string,
  { source, contentHash, parser }: ParsedContent,
  { code, details }: FailedParse,
): Promise<void> {
  const values = { job_id: jobId, content_hash: contentHash, parser, code, details: JSON.stringify(details) };
  await db
    .insertInto('failed_parses')
    .values({ collection, source: source.source, ...values })
    .onConflict((conflict) => conflict.columns(['collection', 'source']).doUpdateSet(values))
    .execute();
}

/** Forgets what later contents of a document's sources failed for, which may quote them. */
export async function forgetFailedParses(tx: Transaction<RecordTables>, documentId: string): Promise<void> {
  await tx
    .deleteFrom('failed_parses')
    .where('collection', '=', (query) =>
      query.selectFrom('documents').where('id', '=', documentId).select('collection'),
    )
    .where('source', 'in', (query) =>
      query.selectFrom('sources').where('document_id', '=', documentId).select('source'),
    )
    .execute();
}
