import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Records } from '../contracts/records.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { makeFolder } from '../files/output-files.ts';
import { sqliteRecords } from '../records/sqlite-records.ts';
import type { Config } from '../settings/config.ts';

/** The one file of a store that is the truth. */
const storeFileName = 'footnote.db';

/** The passages of the embedded engine where a server keeps the records. */
const chunksFileName = 'chunks.db';

/** Where records are kept: in the file of the store, or by a server. */
export type RecordsSettings = Config['records'];

/** A store that is open. */
export interface Store {
  /** What is known of the documents. */
  readonly records: Records;
  /** Where the records are, for messages: a file, or a server. */
  readonly place: string;
  /** Absolute path of the file that holds the chunks of the embedded engine, and the records where no server does. */
  readonly file: string;
  /** Whether this user may not write it. */
  readonly readOnly: boolean;
}

/** Absolute path of that file in a store's folder. */
export function storeFile(directory: string): string {
  return resolve(directory, storeFileName);
}

/** Whether anything was ever written there. */
export function storeExists(directory: string): boolean {
  return existsSync(storeFile(directory));
}

/** Bytes of that file on the disk, with what is committed and not yet copied into it; 0 where there is none. */
export function storeBytes(directory: string): number {
  const file = storeFile(directory);
  const sizes = [file, `${file}-wal`].map((part) => statSync(part, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Opens the store in a folder, making both where they are missing. One that this user may not write can still be read;
 * writing to it is `store_read_only`, and so is opening one that is not there. Where a server keeps the records, the
 * folder is not looked at.
 * Errors: `store_read_only`, `store_full`, `store_corrupt`, `store_foreign`, `store_newer`, `store_older` for one that
 * is only to be read and has to be brought up to date first, `store_busy`, `store_unavailable` where a file stands in
 * its place; those of {@link postgresqlRecords}.
 */
export async function openStore(directory: string, settings?: RecordsSettings): Promise<Store> {
  if (settings?.kind === 'postgresql') {
    const { placeOf, postgresqlRecords } = await import('../records/postgresql-records.ts');
    const records = await postgresqlRecords(settings);
    const file = resolve(directory, chunksFileName);
    return { records, place: placeOf(settings), file, readOnly: false };
  }
  makeStoreFolder(directory);
  const file = storeFile(directory);
  try {
    return { records: await sqliteRecords(file), place: file, file, readOnly: false };
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'store_read_only' || !existsSync(file)) throw error;
    return { records: await sqliteRecords(file, { readOnly: true }), place: file, file, readOnly: true };
  }
}

/** Refuses a file in the place of a store's folder. Errors: `store_unavailable`. */
export function requireNoFile(directory: string): void {
  const path = resolve(directory);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  throw noFolder(path, 'it is a file');
}

function noFolder(path: string, problem: string): FootnoteError<'store_unavailable'> {
  const reason = `${problem}, but a store must be a folder`;
  return new FootnoteError('store_unavailable', {
    path,
    reason,
    remedy: 'Choose another store with --store',
  });
}

/** Makes a store's folder where it is missing. Errors: `store_unavailable`, `store_read_only`, `store_full`. */
export function makeStoreFolder(directory: string): void {
  requireNoFile(directory);
  const path = resolve(directory);
  try {
    makeFolder(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new FootnoteError('store_full', { path }, { cause: error });
    if (code === 'ENOTDIR') throw noFolder(path, 'part of its path is a file');
    throw new FootnoteError('store_read_only', { path }, { cause: error });
  }
}
