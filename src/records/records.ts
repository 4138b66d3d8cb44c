import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Calibration } from '../contracts/calibration.ts';
import type { DocumentRecords } from '../contracts/document-records.ts';
import type { Job } from '../contracts/job.ts';
import type { ReindexRecords } from '../contracts/reindex-records.ts';
import { FootnoteError } from '../errors.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { overwriteFreePages } from '../sqlite/overwrite-free-pages.ts';
import { findCalibration, saveCalibration } from './calibrations.ts';
import { documentRecords } from './documents.ts';
import {
  type CollectionIndex,
  findIndex,
  findIndexById,
  findOrCreateBuilding,
  findOrCreateIndex,
  forgetIndex,
  type IndexStamp,
  listCollections,
} from './indexes.ts';
import { type InteractionRecords, interactionRecords } from './interactions.ts';
import { cancelJob, forgetInReports, listJobs, type RunningJob, startJob } from './jobs.ts';
import { type Library, library } from './library.ts';
import { migrate } from './migrate.ts';
import { reindexRecords } from './reindexing.ts';
import type { RecordTables } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Everything that is known besides the chunks: documents and their versions, indexes, runs, what was asked. */
export interface Records {
  readonly documents: DocumentRecords;
  readonly library: Library;
  readonly interactions: InteractionRecords;
  findIndex(collection: string): Promise<CollectionIndex | undefined>;
  readonly reindexing: ReindexRecords;
  findOrCreateBuilding(
    collection: string,
    stamp: IndexStamp,
  ): Promise<{ building: CollectionIndex; abandoned: readonly CollectionIndex[] }>;
  forgetIndex(id: string): Promise<void>;
  findIndexById(id: string): Promise<CollectionIndex | undefined>;
  findOrCreateIndex(collection: string, stamp: IndexStamp): Promise<CollectionIndex>;
  listCollections(): Promise<readonly string[]>;
  startJob(work: Parameters<typeof startJob>[1]): Promise<RunningJob>;
  /** The latest first. */
  listJobs(collection: string): Promise<readonly Job[]>;
  cancelJob(id: string): Promise<boolean>;
  /** Takes what reports of jobs say of these paths out of them. */
  forgetInReports(collection: string, paths: readonly string[]): Promise<void>;
  /** Overwrites the pages of the file that nothing uses, chunks included, and the log. */
  overwriteFreePages(): Promise<void>;
  /** The thresholds chosen for the collection's live index; undefined until it is calibrated. */
  calibration(collection: string): Promise<Calibration | undefined>;
  /** Keeps thresholds with the collection's live index; null takes them away. */
  saveCalibration(collection: string, calibration: Calibration | null): Promise<void>;
  /** Copies the whole file, chunks included, as of one moment. Errors: `request_invalid` where the target exists. */
  backup(file: string): Promise<{ file: string; bytes: number }>;
  close(): Promise<void>;
}

/**
 * Opens the records in a SQLite file, creating or migrating it unless they are only to be read.
 * Errors: `store_newer`, `store_read_only`, `store_full`, `store_busy`, `store_corrupt`.
 */
export async function openRecords(file: string, options: { readOnly?: boolean } = {}): Promise<Records> {
  const db = new Kysely<RecordTables>({ dialect: sqliteDialect(openDatabase(file, options)) });
  try {
    await migrate(db, file);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const documents = documentRecords(db);
  const reader = library(db);
  const interactions = interactionRecords(db, file, options);
  return {
    documents: {
      ...documents,
      publish: (...versions) => documents.publish(...versions).finally(() => reader.invalidate()),
      retire: (...document) => documents.retire(...document).finally(() => reader.invalidate()),
      addSource: (...source) => documents.addSource(...source).finally(() => reader.invalidate()),
      removeSources: (...sources) => documents.removeSources(...sources).finally(() => reader.invalidate()),
    },
    library: reader,
    interactions,
    findIndex: (collection) => findIndex(db, collection),
    reindexing: reindexRecords(db),
    findOrCreateBuilding: (collection, stamp) => findOrCreateBuilding(db, collection, stamp),
    forgetIndex: (id) => forgetIndex(db, id),
    findIndexById: (id) => findIndexById(db, id),
    findOrCreateIndex: (collection, stamp) => findOrCreateIndex(db, collection, stamp),
    listCollections: () => listCollections(db),
    startJob: (work) => startJob(db, work),
    listJobs: (collection) => listJobs(db, collection),
    cancelJob: (id) => cancelJob(db, id),
    forgetInReports: (collection, paths) => forgetInReports(db, collection, paths),
    overwriteFreePages: () => overwriteFreePages(file),
    calibration: (collection) => findCalibration(db, collection),
    saveCalibration: (collection, calibration) => saveCalibration(db, collection, calibration),
    backup: (target) => backUp(file, target),
    async close() {
      await interactions.close();
      await db.destroy();
    },
  };
}

async function backUp(file: string, target: string): Promise<{ file: string; bytes: number }> {
  if (statSync(target, { throwIfNoEntry: false })) {
    throw new FootnoteError('request_invalid', {
      field: 'file',
      problem: `${target} exists already. Name a new file, or move that one away`,
    });
  }
  mkdirSync(dirname(target), { recursive: true });
  // A connection of its own: the copy runs on another thread and would hold up queries on a shared one.
  const source = openDatabase(file, { readOnly: true });
  try {
    // All pages in one step: copied a few at a time, the backup would start over at every commit of a writer.
    await backup(source, target, { rate: 2 ** 31 - 1 });
    return { file: target, bytes: statSync(target).size };
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  } finally {
    source.close();
  }
}
