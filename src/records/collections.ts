import type { Kysely } from 'kysely';
import type { CollectionRecords } from '../contracts/records.ts';
import { legibleJson } from '../sqlite/legible-json.ts';
import { eraseInteractions } from './asked/interactions.ts';
import { toIndex } from './indexes/indexes.ts';
import type { RecordTables } from './schema.ts';

/** Tables whose rows belong to a collection. */
export const collectionTables = [
  'indexes',
  'documents',
  'sources',
  'jobs',
  'failed_parses',
  'conversations',
  'qa_logs',
  'citations',
  'contents',
  'uploads',
] as const satisfies readonly (keyof RecordTables)[];

/** Collections as a whole. */
export function collectionRecords(db: Kysely<RecordTables>): CollectionRecords {
  return {
    rename: (from, to) =>
      db.transaction().execute(async (tx) => {
        for (const table of collectionTables)
          await tx.updateTable(table).set({ collection: to }).where('collection', '=', from).execute();
        // A key that was limited to it still is, also where another collection gets the first name.
        const keys = await tx
          .selectFrom('api_keys')
          .where('collections', 'is not', null)
          .select(['id', 'collections'])
          .execute();
        for (const { id, collections } of keys) {
          const names = legibleJson(collections ?? '') as string[] | undefined;
          if (!names?.includes(from)) continue;
          const renamed = JSON.stringify([...new Set(names.map((name) => (name === from ? to : name)))]);
          await tx.updateTable('api_keys').set({ collections: renamed }).where('id', '=', id).execute();
        }
        // Answers that were looked for in several.
        const rows = await tx
          .selectFrom('messages')
          .where('other_collections', 'is not', null)
          .select(['id', 'other_collections as others'])
          .execute();
        for (const { id, others } of rows) {
          const names = legibleJson(others ?? '') as string[] | undefined;
          if (!names?.includes(from)) continue;
          const renamed = JSON.stringify(names.map((name) => (name === from ? to : name)));
          await tx.updateTable('messages').set({ other_collections: renamed }).where('id', '=', id).execute();
        }
      }),

    remove: (collection) =>
      db.transaction().execute(async (tx) => {
        const indexes = await tx
          .selectFrom('indexes')
          .where('collection', '=', collection)
          .selectAll()
          .execute();
        await tx.updateTable('indexes').set({ live: -1 }).where('collection', '=', collection).execute();
        const { documents } = await tx
          .selectFrom('documents')
          .where('collection', '=', collection)
          .where('live_version', 'is not', null)
          .select(({ fn }) => fn.countAll<number>().as('documents'))
          .executeTakeFirstOrThrow();
        const interactions = await eraseInteractions(tx, { collection });
        await tx.deleteFrom('citations').where('collection', '=', collection).execute();
        const own = tx.selectFrom('documents').where('collection', '=', collection).select('id');
        await tx.deleteFrom('sources').where('collection', '=', collection).execute();
        await tx.deleteFrom('index_documents').where('document_id', 'in', own).execute();
        await tx.deleteFrom('document_versions').where('document_id', 'in', own).execute();
        await tx.deleteFrom('documents').where('collection', '=', collection).execute();
        await tx.deleteFrom('failed_parses').where('collection', '=', collection).execute();
        await tx.deleteFrom('jobs').where('collection', '=', collection).execute();
        await tx.deleteFrom('uploads').where('collection', '=', collection).execute();
        await tx
          .deleteFrom('contents')
          .where('collection', '=', collection)
          .where('hash', 'is not', null)
          .execute();
        return {
          indexes: indexes.map((row) => toIndex(tx, row)),
          removed: { documents, ...interactions },
        };
      }),
  };
}
