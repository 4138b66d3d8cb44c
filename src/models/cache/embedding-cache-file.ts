import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isFootnoteError } from '../../errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { openDatabase } from '../../sqlite/open-database.ts';

/** Format of the file, kept in its `user_version`. */
const format = 1;

const tables = `
  create table embedding (
    id integer primary key,
    key blob not null unique,
    tokens integer not null,
    -- Float32, little-endian, one vector behind the other.
    vectors blob not null,
    checksum integer not null,
    -- Hour of the last use, counted from 1970.
    last_used integer not null
  ) strict;
  create index embedding_by_use on embedding (last_used, id);`;

/** An open file with the statements that it is used by. */
export interface EmbeddingCacheFile {
  readonly database: DatabaseSync;
  readonly find: StatementSync;
  readonly put: StatementSync;
  readonly use: StatementSync;
  readonly removeOldest: StatementSync;
}

/**
 * Opens the file, and makes it and its folder where they are missing. One that is damaged or of another format is set
 * aside first. Errors: those of {@link openDatabase}, but `store_corrupt` only where that is not possible.
 */
export function openEmbeddingCacheFile(path: string): EmbeddingCacheFile {
  makeFolder(dirname(path));
  const database = openReadable(path);
  return {
    database,
    find: database.prepare('select id, tokens, vectors, checksum, last_used from embedding where key = ?'),
    put: database.prepare(
      `insert into embedding (key, tokens, vectors, checksum, last_used) values (?, ?, ?, ?, ?)
       on conflict (key) do update set tokens = excluded.tokens, vectors = excluded.vectors,
         checksum = excluded.checksum, last_used = excluded.last_used`,
    ),
    use: database.prepare('update embedding set last_used = ? where id = ?'),
    removeOldest: database.prepare(
      'delete from embedding where id in (select id from embedding order by last_used, id limit ?)',
    ),
  };
}

/** A database of this format: the one that is there, or a new one where that is another or none at all. */
function openReadable(path: string): DatabaseSync {
  try {
    const database = openDatabase(path);
    if (prepareTables(database)) return database;
    database.close();
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'store_corrupt') throw error;
  }
  setAside(path);
  const database = openDatabase(path);
  prepareTables(database);
  return database;
}

/** Makes the tables where there are none; false where the file is of another format. */
function prepareTables(database: DatabaseSync): boolean {
  database.exec('pragma synchronous = normal; pragma busy_timeout = 1000');
  try {
    if (versionOf(database) !== format) {
      database.exec('begin immediate');
      // Another process may have made them a moment ago.
      const isEmpty = database.prepare('select 1 from sqlite_schema').get() === undefined;
      if (isEmpty) database.exec(`${tables} pragma user_version = ${format}`);
      database.exec('commit');
    }
    database.exec('pragma busy_timeout = 0');
    return versionOf(database) === format;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return (database.prepare('pragma user_version').get() as { user_version: number }).user_version;
}

/** Bytes of the pages that hold something. */
export function usedBytes(database: DatabaseSync): number {
  const { bytes } = database
    .prepare(
      `select (page_count - freelist_count) * page_size as bytes
       from pragma_page_count, pragma_freelist_count, pragma_page_size`,
    )
    .get() as { bytes: number };
  return bytes;
}

/** Renames the file out of the way, over what was set aside before; false where that is not possible. */
export function setAside(path: string): boolean {
  try {
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    renameSync(path, `${path}.old`);
    return true;
  } catch {
    return false;
  }
}
