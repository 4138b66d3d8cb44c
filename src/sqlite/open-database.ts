import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FootnoteError } from '../errors.ts';
import { isBusy, isOpenFailure, storeError } from './store-error.ts';

/** Holds about five float32 vectors of 384 dimensions: a point lookup of one reads little else. */
const pageBytes = 8192;

/**
 * Pages in the write-ahead log from which a commit copies them into the file: 32 MB. What batches write over and over
 * is then copied once for many of them, and a reader still finds a page by one table of the log's index, which has
 * some four thousand entries.
 */
const logPages = 4000;

/**
 * Room that the log keeps: one that has grown beyond it, by a large transaction or because a reader of an older state
 * was in the way of copying it, is cut off when it is next begun anew. Twice what it usually takes.
 */
const maxLogBytes = 2 * logPages * pageBytes;

/** Opening happens once and before any request is served, so it may wait where everything later must not. */
const defaultWaitMs = 10_000;

/** Between two tries to change to the write-ahead log. */
const pauseMs = 5;
const pause = new Int32Array(new SharedArrayBuffer(4));

export interface DatabaseOptions {
  /** Reads what is there before anything is written to it, and throws to have it left alone. */
  readonly accept?: (database: DatabaseSync, path: string) => void;
  /** Never writes, and opens a store in a folder that this user cannot write. Default false. */
  readonly readOnly?: boolean;
  /**
   * `full`: a commit survives a power cut. `normal`: it survives the end of the process, and waits for no disk.
   * Default `full`.
   */
  readonly synchronous?: 'full' | 'normal';
  /** Largest size the file may reach; `store_full` beyond it. Default: what the disk holds. */
  readonly maxFileBytes?: number;
  /** How long opening waits for a process that keeps the file to itself, before `store_busy`. Default 10 000. */
  readonly waitMs?: number;
}

/**
 * Opens a SQLite file as every part of the project does: write-ahead log, `synchronous=FULL` unless asked otherwise, so
 * that a commit survives a power cut, deleted rows zeroed where their page is written anyway, free pages that can be
 * given back (`giveBackSome`), foreign keys on, and no busy time-out, because waiting inside SQLite would stop the
 * event loop (`writeTransaction` waits instead). Creates the file where it is missing, unless `readOnly`.
 * Errors: `store_busy` where another process keeps it to itself, `store_read_only`, `store_corrupt`, `store_full`,
 * `store_unavailable`.
 */
export function openDatabase(path: string, options: DatabaseOptions = {}): DatabaseSync {
  const start = performance.now();
  try {
    return options.readOnly ? openForReading(path, options) : openForWriting(path, options);
  } catch (error) {
    if (isBusy(error)) {
      const waitedMs = Math.round(performance.now() - start);
      throw new FootnoteError('store_busy', { path, waitedMs }, { cause: error });
    }
    if (isOpenFailure(error) && isWriteProtected(path))
      throw new FootnoteError('store_read_only', { path }, { cause: error });
    throw storeError(error, path);
  }
}

function openForWriting(
  path: string,
  { accept, maxFileBytes, synchronous = 'full', waitMs = defaultWaitMs }: DatabaseOptions,
): DatabaseSync {
  const database = new DatabaseSync(asPath(path), { timeout: waitMs });
  return settled(database, () => {
    whileBusy(waitMs, () => accept?.(database, path));
    // Both are chosen when a file is made; to choose the second again takes the lock of those who write.
    if (isNew(database)) database.exec(`pragma page_size = ${pageBytes}; pragma auto_vacuum = incremental`);
    whileBusy(waitMs, () => database.exec('pragma journal_mode = wal'));
    database.exec(`pragma synchronous = ${synchronous}; pragma foreign_keys = on`);
    database.exec(`pragma secure_delete = fast; pragma wal_autocheckpoint = ${logPages}`);
    database.exec(`pragma journal_size_limit = ${maxLogBytes}`);
    if (maxFileBytes !== undefined)
      database.exec(`pragma max_page_count = ${Math.ceil(maxFileBytes / pageBytes)}`);
  });
}

/** SQLite would take it for an address. */
function asPath(path: string): string {
  return path.startsWith('file:') ? resolve(path) : path;
}

function isNew(database: DatabaseSync): boolean {
  return database.prepare('pragma page_count').get()?.['page_count'] === 0;
}

/**
 * Tries again for as long as others that make the same file are in the way: changing to the write-ahead log, SQLite
 * does not wait for them by itself.
 */
function whileBusy(waitMs: number, work: () => void): void {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(pause, 0, 0, pauseMs);
    }
  }
}

function openForReading(path: string, options: DatabaseOptions): DatabaseSync {
  const { accept = readSchema, waitMs = defaultWaitMs } = options;
  const open = (location: string | URL) => {
    const database = new DatabaseSync(location, { readOnly: true, timeout: waitMs });
    return settled(database, () => accept(database, path));
  };
  try {
    return open(asPath(path));
  } catch (error) {
    // Without a log beside it nobody is writing, and SQLite need not create the log's index to read the file.
    if (!isOpenFailure(error) || !existsSync(path) || existsSync(`${path}-wal`)) throw error;
    const url = pathToFileURL(path);
    url.searchParams.set('immutable', '1');
    return open(url);
  }
}

function readSchema(database: DatabaseSync): void {
  database.prepare('select count(*) from sqlite_schema').get();
}

/** Runs the first statements, which is when SQLite really opens the file, and closes it where they fail. */
function settled(database: DatabaseSync, firstStatements: () => void): DatabaseSync {
  try {
    firstStatements();
    database.exec('pragma busy_timeout = 0');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether the permissions of the file, or of the folder it would be made in, keep this user from writing it. */
function isWriteProtected(path: string): boolean {
  const target = existsSync(path) ? path : dirname(path);
  try {
    if (existsSync(target)) accessSync(target, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/**
 * What `read` finds in a SQLite file that is opened for it, is not changed, and is closed behind it. Errors: those of
 * {@link openDatabase} and of `read`, of which those of SQLite are as {@link storeError} has them.
 */
export async function readDatabase<Result>(
  file: string,
  read: (database: DatabaseSync) => Result | Promise<Result>,
): Promise<Result> {
  const database = openDatabase(file, { readOnly: true });
  try {
    return await read(database);
  } catch (error) {
    throw storeError(error, file);
  } finally {
    database.close();
  }
}

/**
 * What a column holds as JSON, an array or an object; undefined where the disk gave back what nobody has written, which
 * may be of any type.
 */
export function legibleJson(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
