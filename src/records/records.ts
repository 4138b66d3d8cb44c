import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Calibration } from '../contracts/calibration.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { overwriteFreePages } from '../sqlite/overwrite-free-pages.ts';
import { interactionRecords } from './asked/interactions.ts';
import { backUp } from './back-up.ts';
import { documentRecords } from './documents/documents.ts';
import { library, liveDocuments, reingestionQueue } from './documents/library.ts';
import type { DocumentScope } from './documents/live-versions.ts';
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
export async function openRecords(file: string, options: { readOnly?: boolean } = {}) {
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
    /** Remembered until any process changes something. */
    liveDocuments: liveDocuments(committed),
    /** Remembered until any process changes something. */
    collectionFacts: collectionFacts(reader, committed),
    /** Remembered until any process changes something. */
    coverage: collectionCoverage(reader, committed),
    /** See {@link languagesOf}. */
    languages: (scope: DocumentScope) => languagesOf(reader, scope),
    indexes: indexRecords(db, reader),
    reindexing: reindexRecords(db),
    jobs: jobRecords(db),
    reingestion: reingestionQueue(db),
    interactions,
    /** Names of the collections that have an index, in order. */
    listCollections: () => listCollections(reader),
    /** Overwrites the pages of the file that nothing uses, chunks included, and the log. */
    overwriteFreePages: () => overwriteFreePages(file),
    /** See {@link saveCalibration}. */
    saveCalibration: (collection: string, calibration: Calibration | null) =>
      saveCalibration(db, collection, calibration),
    /** See {@link backUp}. */
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

/** What {@link openRecords} opens. */
export type Records = Awaited<ReturnType<typeof openRecords>>;
