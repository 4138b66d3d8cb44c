import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from './open-database.ts';
import { retryWhileBusy, writeTransaction } from './write-transaction.ts';

/** Filled, or given back, in one transaction: some milliseconds, in which nobody else can write. */
const pagesAtOnce = 256;

/**
 * Overwrites with zeros what is left in a file of deleted content, and then gives the room back: the pages that are
 * free, by filling them with a table that is dropped again, and the write-ahead log, by copying it into the file and
 * cutting it off. Where a reader of an older state keeps the log from being cut off, that is done when the last
 * connection closes. Several may be at it at once, and one that was killed leaves the table for the next to drop.
 * Errors: those of {@link writeTransaction}.
 */
export async function overwriteFreePages(file: string): Promise<void> {
  const database = openDatabase(file);
  try {
    while (await writeTransaction(database, () => fillSome(database))) await setImmediate();
    await writeTransaction(database, () => database.exec('drop table if exists filling'));
    while (await writeTransaction(database, () => giveBackSome(database))) await setImmediate();
    await retryWhileBusy(database, () => database.exec('pragma wal_checkpoint(truncate)'));
  } finally {
    database.close();
  }
}

/** False, and nothing done, where no page is free. */
function fillSome(database: DatabaseSync): boolean {
  const free = numberOf(database, 'freelist_count');
  if (free === 0) return false;
  database.exec('create table if not exists filling (zeros blob)');
  const bytes = filledBytes(Math.min(free, pagesAtOnce), numberOf(database, 'page_size'));
  database.prepare('insert into filling values (zeroblob(?))').run(bytes);
  return true;
}

/**
 * Length of a value that fills so many pages to their last byte, but for the four that point to the next; what is over
 * stands in its row, on a page that is cleared first: https://www.sqlite.org/fileformat2.html#b_tree_pages
 */
function filledBytes(pages: number, pageBytes: number): number {
  return pages * (pageBytes - 4) + pageBytes / 2;
}

/** `pragma auto_vacuum` of a file whose pages are given back when that is asked for. */
const incremental = 2;

/**
 * Takes some of the pages that are free out of a file: pages from its end are moved to where they are, and the file
 * ends earlier once its log is copied into it. Inside a write transaction. False, and nothing done, where none is free
 * or the file was made to keep them.
 */
export function giveBackSome(database: DatabaseSync): boolean {
  if (numberOf(database, 'auto_vacuum') !== incremental || numberOf(database, 'freelist_count') === 0)
    return false;
  // Each row of this statement is a page: it has to be run to its end.
  database.exec(`pragma incremental_vacuum(${pagesAtOnce})`);
  return true;
}

/** How many pages of a file are free, and how many it has. */
export function freePages(database: DatabaseSync): { readonly free: number; readonly all: number } {
  return { free: numberOf(database, 'freelist_count'), all: numberOf(database, 'page_count') };
}

/** A number that SQLite keeps of a file. */
export function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]);
}
