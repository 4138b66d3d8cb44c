import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely, type KyselyConfig } from 'kysely';
import type { Records } from '../contracts/records.ts';
import { FootnoteError } from '../errors.ts';
import { backUp } from '../sqlite/back-up.ts';
import { overwriteFreePages } from '../sqlite/free-pages.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts';
import { retryWhileBusy } from '../sqlite/write-transaction.ts';
import { SqliteRecordAdapter } from './dialects.ts';
import { migrateSqlite, migrations, versionOf } from './migrations.ts';
import { recordsOver, type Writer } from './records.ts';
import type { Revision } from './remembered.ts';
import type { RecordTables } from './schema.ts';

/** How long what was asked waits for another process. */
const waitMs = 3000;

/**
 * Opens records in a SQLite file, which is created or migrated unless it is only to be read.
 * Errors: `store_foreign`, `store_newer`, `store_older`, `store_read_only`, `store_full`, `store_busy`,
 * `store_corrupt`.
 */
export async function sqliteRecords(
  file: string,
  options: { readonly readOnly?: boolean } = {},
): Promise<Records> {
  requireNotEmptied(file);
  const database = openDatabase(file, { ...options, accept: requireOwnFile });
  let committed: DatabaseSync;
  try {
    await migrateSqlite(database, file, options);
    // Questions read over a connection of their own: they wait for no writer, and see only what is committed.
    committed = openDatabase(file, { readOnly: true });
  } catch (error) {
    database.close();
    throw error;
  }
  const db = recordTables(database);
  const reader = recordTables(committed);
  // Of their own as well, so that no question waits behind an ingest.
  const conversations = lateWriter(file, { ...options, synchronous: 'full' });
  const questions = lateWriter(file, { ...options, synchronous: 'normal' });
  return recordsOver({
    db,
    reader,
    conversations: conversations.write,
    questions: questions.write,
    revision: revisionOf(committed),
    backup: (target, how) => backUp(file, target, how),
    erasePages: () => overwriteFreePages(file),
    async close() {
      await conversations.close();
      await questions.close();
      // Kysely closes only what it has used. The last to close must be a connection that can write: it ends the log.
      await reader.destroy();
      if (committed.isOpen) committed.close();
      await db.destroy();
      if (database.isOpen) database.close();
    },
  });
}

/** The records' tables over a connection, as Kysely asks them. */
export function recordTables(
  database: DatabaseSync,
  { log, ...options }: { readonly waitMs?: number; readonly log?: KyselyConfig['log'] } = {},
): Kysely<RecordTables> {
  const adapter = new SqliteRecordAdapter(database.location() ?? 'in memory');
  return new Kysely({ dialect: sqliteDialect(database, adapter, options), ...(log && { log }) });
}

/** @param committed a connection that sees only what is committed: one that nothing is written over */
function revisionOf(committed: DatabaseSync): Revision {
  const statement = committed.prepare('select revision from library_revision');
  return () => retryWhileBusy(committed, () => statement.get()?.['revision']);
}

/** A connection that is opened by the first write. */
function lateWriter(
  file: string,
  { readOnly, synchronous }: { readonly readOnly?: boolean; readonly synchronous: 'full' | 'normal' },
): { readonly write: Writer; readonly close: () => Promise<void> } {
  let db: Kysely<RecordTables> | undefined;
  return {
    async write(work) {
      if (readOnly) throw new FootnoteError('store_read_only', { path: file });
      db ??= recordTables(openDatabase(file, { synchronous }), { waitMs });
      return db.transaction().execute(work);
    },
    async close() {
      await db?.destroy();
      db = undefined;
    },
  };
}

/** A file that is being made has no bytes for some milliseconds. */
const longestMakingMs = 10_000;

/**
 * Refuses a file that has lost all that was in it: SQLite takes one of 0 bytes for a new database, and the store would
 * go on without its documents as if there had never been any. Errors: `store_corrupt`.
 */
function requireNotEmptied(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > 0) return;
  const isOld = Date.now() - stats.mtimeMs > longestMakingMs;
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (isOld && !hasLog) throw new FootnoteError('store_corrupt', { path: file, problem: 'it has 0 bytes' });
}

/** Every store has it, and hardly any other file. */
const ownTable = 'library_revision';

/** Tables that a message names. */
const tablesNamed = 3;

/** Refuses a file that another program has made: one with tables that are not the records'. Errors: `store_foreign`. */
function requireOwnFile(database: DatabaseSync, path: string): void {
  const query = `select name from sqlite_schema where type = 'table' order by name`;
  const tables = database
    .prepare(query)
    .all()
    .map(({ name }) => String(name));
  if (tables.length === 0) return;
  if (tables.includes(ownTable) && versionOf(database) >= migrations[0].version) return;
  throw new FootnoteError('store_foreign', { path, tables: tables.slice(0, tablesNamed).join(', ') });
}
