import { generateKeyPairSync } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { CollectionRecords, Records } from '../contracts/records.ts';
import { legibleJson } from '../sqlite/open-database.ts';
import { keyRecords, sessionRecords } from './access.ts';
import { forgetWordsOf } from './asked/citations.ts';
import { eraseInteractions, interactionRecords } from './asked/interactions.ts';
import { auditRecords } from './audit.ts';
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
  toIndex,
} from './indexes/indexes.ts';
import { jobRecords } from './jobs/jobs.ts';
import type { Revision } from './remembered.ts';
import type { RecordTables } from './schema.ts';
import { usageRecords } from './usage.ts';
import { watchedFolderRecords } from './watched-folders.ts';

/** Tables whose rows belong to a collection. */
const collectionTables = [
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
  'watched_folders',
] as const satisfies readonly (keyof RecordTables)[];

/** Collections as a whole. */
function collectionRecords(db: Kysely<RecordTables>): CollectionRecords {
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
        await forgetWordsOf(tx, collection);
        await tx.deleteFrom('citations').where('collection', '=', collection).execute();
        const own = tx.selectFrom('documents').where('collection', '=', collection).select('id');
        await tx.deleteFrom('sources').where('collection', '=', collection).execute();
        await tx.deleteFrom('index_documents').where('document_id', 'in', own).execute();
        await tx.deleteFrom('document_versions').where('document_id', 'in', own).execute();
        await tx.deleteFrom('documents').where('collection', '=', collection).execute();
        await tx.deleteFrom('failed_parses').where('collection', '=', collection).execute();
        await tx.deleteFrom('jobs').where('collection', '=', collection).execute();
        await tx.deleteFrom('uploads').where('collection', '=', collection).execute();
        await tx.deleteFrom('watched_folders').where('collection', '=', collection).execute();
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
    usage: usageRecords(database),
    watchedFolders: watchedFolderRecords(database),
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

/** The private key that receipts of this store are signed with, PKCS #8 in PEM; made with the first. */
async function receiptKey(db: Kysely<RecordTables>): Promise<string> {
  const held = await heldReceiptKey(db);
  if (held !== undefined) return held;
  return db.transaction().execute(async (tx) => {
    // Another process may have made one a moment ago.
    const made = await heldReceiptKey(tx);
    if (made !== undefined) return made;
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await tx.insertInto('receipt_keys').values({ private_key: pem }).execute();
    return pem;
  });
}

/** That key where there is one. */
async function heldReceiptKey(db: Kysely<RecordTables>): Promise<string | undefined> {
  const row = await db.selectFrom('receipt_keys').select('private_key').executeTakeFirst();
  return row?.private_key;
}
