import { hostname } from 'node:os';
import type { Selectable } from 'kysely';
import type { WatchedFolder, WatchedFolderRecords } from '../contracts/uploads.ts';
import { legibleJson } from '../sqlite/open-database.ts';
import { given } from './dialects.ts';
import type { RecordDatabase } from './records.ts';
import type { WatchedFolderRow } from './schema.ts';

/** See `WatchedFolderRecords`. */
export function watchedFolderRecords({
  db,
  reader,
}: Pick<RecordDatabase, 'db' | 'reader'>): WatchedFolderRecords {
  return {
    async add({ folderId, collection, path, addedAt }) {
      const row = await db
        .insertInto('watched_folders')
        .values({ id: folderId, collection, path, host: hostname(), active: 1, added_at: addedAt })
        .onConflict((conflict) => conflict.columns(['collection', 'path', 'host']).doUpdateSet({ active: 1 }))
        .returningAll()
        .executeTakeFirstOrThrow();
      return toFolder(row);
    },

    async list(collection) {
      const rows = await reader
        .selectFrom('watched_folders')
        .where('host', '=', hostname())
        .where((where) => where.and(given({ collection })))
        .selectAll()
        .orderBy('path')
        .execute();
      return rows.map(toFolder);
    },

    async setActive(collection, folderId, isActive) {
      const { numUpdatedRows } = await db
        .updateTable('watched_folders')
        .set({ active: Number(isActive) })
        .where('collection', '=', collection)
        .where('id', '=', folderId)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async remove(collection, folderId) {
      const { numDeletedRows } = await db
        .deleteFrom('watched_folders')
        .where('collection', '=', collection)
        .where('id', '=', folderId)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },

    async note(folderId, { lastRunAt, lastRun, error }) {
      await db
        .updateTable('watched_folders')
        .set({
          last_run_at: lastRunAt,
          last_run: lastRun && JSON.stringify(lastRun),
          error: error && JSON.stringify(error),
        })
        .where('id', '=', folderId)
        .execute();
    },
  };
}

function toFolder(row: Selectable<WatchedFolderRow>): WatchedFolder {
  return {
    folderId: row.id,
    collection: row.collection,
    path: row.path,
    isActive: row.active === 1,
    addedAt: row.added_at,
    lastRunAt: row.last_run_at,
    lastRun: row.last_run === null ? null : ((legibleJson(row.last_run) ?? null) as WatchedFolder['lastRun']),
    error: row.error === null ? null : ((legibleJson(row.error) ?? null) as WatchedFolder['error']),
  };
}
