import type { Kysely, Transaction } from 'kysely';
import type { Records } from '../contracts/records.ts';
import { keyRecords } from './api-keys.ts';
import { interactionRecords } from './asked/interactions.ts';
import { auditRecords } from './audit.ts';
import { collectionRecords } from './collections.ts';
import { documentRecords } from './documents/documents.ts';
import { library, liveDocuments, reingestionQueue } from './documents/library.ts';
import { uploadRecords } from './documents/uploads.ts';
import { collectionCoverage } from './indexes/collection-coverage.ts';
import {
  collectionFacts,
  indexRecords,
  languageShares,
  languagesOf,
  listCollections,
  reindexRecords,
  saveCalibration,
} from './indexes/indexes.ts';
import { jobRecords } from './jobs/jobs.ts';
import { heldReceiptKey, receiptKey } from './receipt-key.ts';
import type { Revision } from './remembered.ts';
import type { RecordTables } from './schema.ts';
import { sessionRecords } from './sessions.ts';

/** The records' tables in a database that is open. */
export interface RecordDatabase extends Pick<Records, 'backup' | 'erasePages' | 'readStored' | 'close'> {
  /**
   * Whose transactions come one after another, of whichever process they are: what one has read stays true until it is
   * committed. Nothing else writes documents, sources or indexes.
   */
  readonly db: Kysely<RecordTables>;
  /** Sees what is committed, and waits for no writer. */
  readonly reader: Kysely<RecordTables>;
  /** Writes what is said. No document comes or goes meanwhile. */
  readonly conversations: Writer;
  /** Writes the log, likewise; what it commits survives the end of the process, but maybe no power cut. */
  readonly questions: Writer;
  readonly revision: Revision;
}

/**
 * Runs work in a transaction. It does not wait for long, since somebody may be waiting for it.
 * Errors: `store_busy`, `store_read_only`.
 */
export type Writer = <Result>(
  work: (tx: Transaction<RecordTables>) => Promise<Result>,
  /** `isAlone`: no other writes meanwhile. Default false. */
  options?: { readonly isAlone?: boolean },
) => Promise<Result>;

/** The records over any database that has their tables. */
export function recordsOver(database: RecordDatabase): Records {
  const { db, reader, revision, backup, erasePages, readStored } = database;
  return {
    documents: documentRecords(db),
    uploads: uploadRecords(db),
    library: library(reader, revision),
    liveDocuments: liveDocuments(reader, revision),
    indexes: indexRecords(db, reader),
    collections: collectionRecords(db),
    reindexing: reindexRecords(db),
    jobs: jobRecords(db),
    reingestion: reingestionQueue(db),
    interactions: interactionRecords(database),
    keys: keyRecords(database),
    audit: auditRecords(database),
    sessions: sessionRecords(database),
    receiptKey: () => receiptKey(db),
    heldReceiptKey: () => heldReceiptKey(reader),
    collectionFacts: collectionFacts(reader, revision),
    coverage: collectionCoverage(reader, revision),
    languages: (scope) => languagesOf(reader, scope),
    languageShares: (collection) => languageShares(reader, collection),
    listCollections: () => listCollections(reader),
    saveCalibration: (...calibration) => saveCalibration(db, ...calibration),
    ...(backup && { backup }),
    ...(erasePages && { erasePages }),
    ...(readStored && { readStored }),
    close: () => database.close(),
  };
}
