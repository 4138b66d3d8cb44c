import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Calibration } from '../contracts/calibration.ts';
import type { DocumentScope, Records } from '../contracts/records.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { overwriteFreePages } from '../sqlite/overwrite-free-pages.ts';
import { interactionRecords } from './asked/interactions.ts';
import { backUp } from './back-up.ts';
import { documentRecords } from './documents/documents.ts';
import { library, liveDocuments, reingestionQueue } from './documents/library.ts';
import { collectionCoverage } from './indexes/collection-coverage.ts';
import {
  collectionFacts,
  indexRecords,
  languagesOf,
  listCollections,
  reindexRecords,
  saveCalibration,
} from './indexes/indexes.ts';
import { jobRecords } from './jobs/jobs.ts';
import { migrate } from './migrations.ts';
import { requireOwnFile } from './require-own-file.ts';
import type { RecordTables } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/**
 * Opens everything that is known besides the chunks: documents and their versions, indexes, runs, what was asked. The
 * SQLite file is created or migrated unless it is only to be read.
 * Errors: `store_foreign`, `store_newer`, `store_older`, `store_read_only`, `store_full`, `store_busy`,
 * `store_corrupt`.
 */
export async function openRecords(file: string, options: { readOnly?: boolean } = {}): Promise<Records> {
  const database = openDatabase(file, { ...options, accept: requireOwnFile });
  let committed: DatabaseSync;
  try {
    await migrate(database, file, options);
    // Questions read over a connection of their own: they wait for no writer, and see only what is committed.
    committed = openDatabase(file, { readOnly: true });
  } catch (error) {
    database.close();
    throw error;
  }
  const db = new Kysely<RecordTables>({ dialect: sqliteDialect(database) });
  const reader = new Kysely<RecordTables>({ dialect: sqliteDialect(committed) });
  const interactions = interactionRecords(reader, file, options);
  return {
    documents: documentRecords(db),
    library: library(reader, committed),
    liveDocuments: liveDocuments(committed),
    collectionFacts: collectionFacts(reader, committed),
    coverage: collectionCoverage(reader, committed),
    languages: (scope: DocumentScope) => languagesOf(reader, scope),
    indexes: indexRecords(db, reader),
    reindexing: reindexRecords(db),
    jobs: jobRecords(db),
    reingestion: reingestionQueue(db),
    interactions,
    listCollections: () => listCollections(reader),
    erasePages: () => overwriteFreePages(file),
    saveCalibration: (collection: string, calibration: Calibration | null) =>
      saveCalibration(db, collection, calibration),
    backup: (target: string, backupOptions?: { readonly signal?: AbortSignal }) =>
      backUp(file, target, backupOptions),
    async close() {
      await interactions.close();
      // Kysely closes only what it has used. The last to close must be a connection that can write: it ends the log.
      await reader.destroy();
      if (committed.isOpen) committed.close();
      await db.destroy();
      if (database.isOpen) database.close();
    },
  };
}
