import { type Kysely, sql } from 'kysely';
import type { QueuedDocument } from '../../contracts/document.ts';
import type { DocumentVersion } from '../../contracts/document-records.ts';
import { readDatabase } from '../../sqlite/read-database.ts';
import type { RecordTables } from '../schema.ts';
import { documentsWithLiveVersion, firstPath } from './live-versions.ts';

/** No parser has this stamp. */
const queuedStamp = '';

/**
 * Documents whose stored passages were found damaged. What stands in the queue is the live version itself, without
 * the stamp of the parser that made it: to the next ingest its file looks as if it had been read by an older one, so
 * that it is made again although the file has not changed, and the new version is not in the queue.
 */
export function reingestionQueue(db: Kysely<RecordTables>) {
  return {
    /** Puts versions in the queue, as far as they are live; returns the paths of their documents. */
    queue: (versions: readonly DocumentVersion[]) =>
      db.transaction().execute(async (tx) => {
        const paths: string[] = [];
        for (const { documentId, version } of versions) {
          const row = await tx
            .selectFrom('documents')
            .where('documents.id', '=', documentId)
            .where('live_version', '=', version)
            .select((where) => firstPath(where).as('path'))
            .executeTakeFirst();
          if (!row) continue;
          await tx
            .updateTable('document_versions')
            .set({ parser: queuedStamp })
            .where('document_id', '=', documentId)
            .where('version', '=', version)
            .execute();
          paths.push(row.path ?? documentId);
        }
        return paths;
      }),

    /** Live versions of which what is known beside their text cannot be read. */
    illegible: () =>
      documentsWithLiveVersion(db)
        .where(
          sql<boolean>`not (typeof(title) = 'text' and json_valid(metadata) and json_valid(own_metadata)
            and json_valid(blocks) and json_valid(document_versions.source))`,
        )
        .select(['document_id as documentId', 'version'])
        .execute(),

    /** What is in the queue of a collection, ordered by path. */
    async list(collection: string): Promise<readonly QueuedDocument[]> {
      const rows = await documentsWithLiveVersion(db)
        .where('collection', '=', collection)
        .where('parser', '=', queuedStamp)
        .select((where) => ['documents.id as documentId', firstPath(where).as('path')])
        .orderBy('path')
        .execute();
      return rows.map(({ documentId, path }) => ({ documentId, path: path ?? documentId }));
    },
  };
}

/**
 * The paths of queued documents of every collection in a store's file, in order. Errors: those of {@link readDatabase}.
 */
export function queuedPaths(file: string): Promise<readonly string[]> {
  return readDatabase(file, (database) => {
    const rows = database
      .prepare(
        `select min(path) as path from documents
         join document_versions version on version.document_id = id and version.version = live_version
         join sources on sources.document_id = id
         where parser = ? group by id order by path`,
      )
      .all(queuedStamp);
    return rows.map(({ path }) => String(path));
  });
}
