import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Calibration } from '../contracts/calibration.ts';
import type { DocumentRecords } from '../contracts/document-records.ts';
import type { LiveDocuments } from '../contracts/live-documents.ts';
import type { ReindexRecords } from '../contracts/reindex-records.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { overwriteFreePages } from '../sqlite/overwrite-free-pages.ts';
import { backUp } from './back-up.ts';
import { saveCalibration } from './calibrations.ts';
import { type CoverageLookup, collectionCoverage } from './collection-coverage.ts';
import { type CollectionFactsLookup, collectionFacts } from './collection-facts.ts';
import { documentRecords } from './documents.ts';
import { type IndexRecords, indexRecords, listCollections } from './indexes.ts';
import { type InteractionRecords, interactionRecords } from './interactions.ts';
import { type JobRecords, jobRecords } from './jobs.ts';
import { type Library, library } from './library.ts';
import { liveDocuments } from './live-documents.ts';
import { migrate } from './migrate.ts';
import { reindexRecords } from './reindexing.ts';
import { type ReingestionQueue, reingestionQueue } from './reingestion-queue.ts';
import { requireOwnFile } from './require-own-file.ts';
import type { RecordTables } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Everything that is known besides the chunks: documents and their versions, indexes, runs, what was asked. */
export interface Records {
  readonly documents: DocumentRecords;
  readonly library: Library;
  /** Remembered until any process changes something. */
  readonly liveDocuments: LiveDocuments;
  /** Remembered until any process changes something. */
  readonly collectionFacts: CollectionFactsLookup;
  /** Remembered until any process changes something. */
  readonly coverage: CoverageLookup;
  readonly indexes: IndexRecords;
  readonly reindexing: ReindexRecords;
  readonly jobs: JobRecords;
  readonly reingestion: ReingestionQueue;
  readonly interactions: InteractionRecords;
  /** Names of the collections that have an index, in order. */
  listCollections(): Promise<readonly string[]>;
  /** Overwrites the pages of the file that nothing uses, chunks included, and the log. */
  overwriteFreePages(): Promise<void>;
  /** Keeps thresholds with the collection's live index; null takes them away. */
  saveCalibration(collection: string, calibration: Calibration | null): Promise<void>;
  /**
   * Copies the whole file, chunks included, as of one moment.
   * Errors: `request_invalid` where the target exists, `path_unwritable`, `store_full`, `aborted`.
   */
  backup(file: string, options?: { readonly signal?: AbortSignal }): Promise<{ file: string; bytes: number }>;
  close(): Promise<void>;
}

/**
 * Opens the records in a SQLite file, creating or migrating it unless they are only to be read.
 * Errors: `store_foreign`, `store_newer`, `store_older`, `store_read_only`, `store_full`, `store_busy`,
 * `store_corrupt`.
 */
export async function openRecords(file: string, options: { readOnly?: boolean } = {}): Promise<Records> {
  const database = openDatabase(file, { ...options, accept: requireOwnFile });
  const db = new Kysely<RecordTables>({ dialect: sqliteDialect(database) });
  let committed: DatabaseSync;
  try {
    await migrate(db, database, file, options);
    // Questions read over a connection of their own: they wait for no writer, and see only what is committed.
    committed = openDatabase(file, { readOnly: true });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const reader = new Kysely<RecordTables>({ dialect: sqliteDialect(committed) });
  const interactions = interactionRecords(reader, file, options);
  return {
    documents: documentRecords(db),
    library: library(reader, committed),
    liveDocuments: liveDocuments(committed),
    collectionFacts: collectionFacts(reader, committed),
    coverage: collectionCoverage(reader, committed),
    indexes: indexRecords(db, reader),
    reindexing: reindexRecords(db),
    jobs: jobRecords(db),
    reingestion: reingestionQueue(db),
    interactions,
    listCollections: () => listCollections(reader),
    overwriteFreePages: () => overwriteFreePages(file),
    saveCalibration: (collection, calibration) => saveCalibration(db, collection, calibration),
    backup: (target, backupOptions) => backUp(file, target, backupOptions),
    async close() {
      await interactions.close();
      await reader.destroy();
      // Kysely closes only what it has used. The last to close must be a connection that can write: it ends the log.
      if (committed.isOpen) committed.close();
      await db.destroy();
    },
  };
}
