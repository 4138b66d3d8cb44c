import type { Kysely, Transaction } from 'kysely';
import type { Metadata } from '../../contracts/chunk.ts';
import type { Block } from '../../contracts/parser.ts';
import type { ReindexRecords } from '../../contracts/reindex-records.ts';
import { documentsWithLiveVersion, titleAsText } from '../documents/live-versions.ts';
import { noteJobDocument } from '../jobs/job-totals.ts';
import type { RecordTables } from '../schema.ts';
import { storedJson } from '../stored-json.ts';
import { unembeddedChunks } from './unembedded-chunks.ts';

/** What building an index beside the live one reads and writes. */
export function reindexRecords(db: Kysely<RecordTables>): ReindexRecords {
  return {
    unindexed: (collection, indexId, limit) =>
      missing(db, collection, indexId)
        .select(['documents.id as documentId', 'document_versions.version as version'])
        .orderBy('published_at')
        .limit(limit)
        .execute(),

    async load({ documentId, version }) {
      const row = await documentsWithLiveVersion(db)
        .leftJoin('sources', 'sources.document_id', 'documents.id')
        .where('documents.id', '=', documentId)
        .where('live_version', '=', version)
        .select([titleAsText, 'language', 'metadata', 'text', 'blocks', 'path'])
        .orderBy('sources.source')
        .executeTakeFirst();
      if (!row) return undefined;
      const { path, metadata, blocks, ...rest } = row;
      return {
        documentId,
        version,
        ...rest,
        path: path ?? '',
        metadata: storedJson(db, metadata, 'document_versions.metadata', documentId) as Metadata,
        blocks: storedJson(db, blocks, 'document_versions.blocks', documentId) as Block[],
      };
    },

    indexed: (indexId, jobId, versions) =>
      db.transaction().execute(async (tx) => {
        for (const { documentId, version, path, chunks, tokens } of versions) {
          const values = { chunks, tokens, embedded_chunks: 0, job_id: jobId };
          await tx
            .insertInto('index_documents')
            .values({ index_id: indexId, document_id: documentId, version, ...values })
            .onConflict((conflict) =>
              conflict.columns(['document_id', 'version', 'index_id']).doUpdateSet(values),
            )
            .execute();
          await noteJobDocument(tx, { job_id: jobId, path, chunks, tokens });
        }
      }),

    versionsIn: (indexId) =>
      db
        .selectFrom('index_documents')
        .where('index_id', '=', indexId)
        .select(['document_id as documentId', 'version'])
        .execute(),

    swap: (collection, indexId) =>
      db.transaction().execute(async (tx) => {
        if (!(await isComplete(tx, collection, indexId))) return false;
        await tx
          .updateTable('indexes')
          .set({ live: 0 })
          .where('collection', '=', collection)
          .where('live', '=', 1)
          .execute();
        await tx.updateTable('indexes').set({ live: 1 }).where('id', '=', indexId).execute();
        return true;
      }),
  };
}

/** Live versions that an index has nothing of. */
function missing(db: Kysely<RecordTables>, collection: string, indexId: string) {
  return documentsWithLiveVersion(db)
    .leftJoin('index_documents as held', (join) =>
      join
        .onRef('held.document_id', '=', 'documents.id')
        .onRef('held.version', '=', 'live_version')
        .on('held.index_id', '=', indexId),
    )
    .where('documents.collection', '=', collection)
    .where('held.index_id', 'is', null);
}

async function isComplete(
  tx: Transaction<RecordTables>,
  collection: string,
  indexId: string,
): Promise<boolean> {
  const absent = await missing(tx, collection, indexId).select('documents.id').executeTakeFirst();
  return !absent && (await unembeddedChunks(tx, indexId)) === 0;
}
