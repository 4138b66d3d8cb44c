import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { TextEmbedding } from '../../contracts/embedder.ts';
import { isFootnoteError } from '../../errors.ts';
import { makeFolder } from '../../files/output-files.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { isBusy, storeError } from '../../sqlite/store-error.ts';
import { writeTransaction } from '../../sqlite/write-transaction.ts';

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
interface EmbeddingCacheFile {
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
function openEmbeddingCacheFile(path: string): EmbeddingCacheFile {
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
function usedBytes(database: DatabaseSync): number {
  const { bytes } = database
    .prepare(
      `select (page_count - freelist_count) * page_size as bytes
       from pragma_page_count, pragma_freelist_count, pragma_page_size`,
    )
    .get() as { bytes: number };
  return bytes;
}

/** Renames the file out of the way, over what was set aside before; false where that is not possible. */
function setAside(path: string): boolean {
  try {
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    renameSync(path, `${path}.old`);
    return true;
  } catch {
    return false;
  }
}

/** A cache is not worth a long wait for another process. */
const writeWaitMs = 1000;
const hourMs = 3_600_000;
/** Removed at once where the file is full: more than came in, so that it also shrinks to a smaller limit in time. */
const removedPerAdded = 2;

/** Settings of {@link EmbeddingCache}. */
export interface EmbeddingCacheOptions {
  /** The SQLite file. It and its folder are made when the first vectors are looked up. */
  readonly file: string;
  /** Bytes of the file in use, from which those not used for longest are removed. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. Default: the clock. */
  readonly now?: () => number;
}

interface Row {
  readonly id: number;
  readonly tokens: number;
  readonly vectors: Uint8Array;
  readonly checksum: number;
  readonly last_used: number;
}

/** SHA-256 of an embedder's id and a text; a NUL stands between them. */
export function embeddingKey(embedderId: string, text: string): Buffer {
  // As UTF-16, which tells lone surrogates apart.
  return createHash('sha256').update(embedderId).update('\0').update(text, 'utf16le').digest();
}

/**
 * Vectors of texts in a SQLite file of their own, which may be deleted at any time. Since everything in it can be
 * computed again, it is not synchronised with every commit, and no fault of it is ever an error: a file that is
 * damaged or of another format is renamed to `FILE.old` and begun anew; where the disk does not let it work, nothing
 * is found and nothing is kept. Several processes may use one file.
 */
export class EmbeddingCache {
  readonly #options: EmbeddingCacheOptions;
  readonly #dimension: number;
  #open: EmbeddingCacheFile | undefined;
  /** Closed, or given up after the second fault. */
  #isOff = false;
  #hasBeenReplaced = false;

  constructor(dimension: number, options: EmbeddingCacheOptions) {
    this.#dimension = dimension;
    this.#options = options;
  }

  /** What is known for each key, in order; undefined where nothing is. */
  async find(keys: readonly Buffer[]): Promise<readonly (TextEmbedding | undefined)[]> {
    const rows = this.#try((file) => keys.map((key) => file.find.get(key) as Row | undefined));
    if (rows === undefined) return keys.map(() => undefined);
    const hour = this.#hour();
    const stale = rows.filter((row) => row !== undefined && row.last_used !== hour) as Row[];
    if (stale.length > 0) await this.#write((file) => stale.forEach((row) => file.use.run(hour, row.id)));
    return rows.map((row) => row && decode(row, this.#dimension));
  }

  /** Keeps what texts were embedded as, in one transaction, and removes the oldest where there is no more room. */
  async put(entries: readonly { key: Buffer; embedding: TextEmbedding }[]): Promise<void> {
    const hour = this.#hour();
    await this.#write((file) => {
      for (const { key, embedding } of entries) {
        const vectors = encode(embedding.vectors);
        file.put.run(key, embedding.tokens, vectors, crc32(vectors), hour);
      }
      if (usedBytes(file.database) > this.#options.maxBytes) {
        file.removeOldest.run(entries.length * removedPerAdded);
      }
    });
  }

  close(): void {
    this.#isOff = true;
    this.#open?.database.close();
    this.#open = undefined;
  }

  #hour(): number {
    return Math.floor((this.#options.now ?? Date.now)() / hourMs);
  }

  #try<T>(read: (file: EmbeddingCacheFile) => T): T | undefined {
    if (this.#isOff) return undefined;
    try {
      return read(this.#file());
    } catch (error) {
      this.#recover(error);
      return undefined;
    }
  }

  async #write(work: (file: EmbeddingCacheFile) => void): Promise<void> {
    if (this.#isOff) return;
    try {
      const file = this.#file();
      await writeTransaction(file.database, () => work(file), { waitMs: writeWaitMs });
    } catch (error) {
      this.#recover(error);
    }
  }

  #file(): EmbeddingCacheFile {
    this.#open ??= openEmbeddingCacheFile(this.#options.file);
    return this.#open;
  }

  /** Begins a damaged file anew, once; a full disk or a busy file may be better the next time. */
  #recover(error: unknown): void {
    if (this.#isOff || isBusy(error)) return;
    const failure = storeError(error, this.#options.file);
    const code = isFootnoteError(failure) ? failure.code : undefined;
    if (code === 'store_busy' || code === 'store_full') return;
    this.close();
    if (code !== 'store_corrupt' || this.#hasBeenReplaced) return;
    this.#hasBeenReplaced = true;
    this.#isOff = !setAside(this.#options.file);
  }
}

function encode(vectors: readonly Float32Array[]): Uint8Array {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

/** Undefined where the bytes are not those that were written. */
function decode({ tokens, vectors, checksum }: Row, dimension: number): TextEmbedding | undefined {
  const size = dimension * Float32Array.BYTES_PER_ELEMENT;
  if (vectors.length === 0 || vectors.length % size !== 0 || crc32(vectors) !== checksum) return undefined;
  return {
    tokens,
    vectors: Array.from({ length: vectors.length / size }, (_, index) => {
      const bytes = vectors.slice(index * size, (index + 1) * size);
      return new Float32Array(bytes.buffer);
    }),
  };
}
