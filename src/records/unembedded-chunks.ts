import type { Kysely } from 'kysely';
import type { RecordTables } from './schema.ts';

/** Chunks of live versions that lack their vectors in an index. */
export async function unembeddedChunks(db: Kysely<RecordTables>, indexId: string): Promise<number> {
  const row = await db
    .selectFrom('index_documents as held')
    .innerJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'held.document_id').onRef('live_version', '=', 'held.version'),
    )
    .where('index_id', '=', indexId)
    .select(({ fn, eb }) =>
      fn.sum<number | null>(eb('held.chunks', '-', eb.ref('held.embedded_chunks'))).as('chunks'),
    )
    .executeTakeFirst();
  return row?.chunks ?? 0;
}
