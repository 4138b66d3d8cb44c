import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from './open-database.ts';
import { retryWhileBusy, writeTransaction } from './write-transaction.ts';

/** Filled in one transaction: some milliseconds, in which nobody else can write. */
const pagesAtOnce = 256;

/**
 * Overwrites with zeros what is left in a file of deleted content: the pages that are free, by filling them with a
 * table that is dropped again, and the write-ahead log, by copying it into the file and cutting it off. Where a
 * reader of an older state keeps the log from being cut off, that is done when the last connection closes.
 * Errors: those of {@link writeTransaction}.
 */
export async function overwriteFreePages(file: string): Promise<void> {
  const database = openDatabase(file);
  try {
    const pageBytes = numberOf(database, 'page_size');
    let free = numberOf(database, 'freelist_count');
    await writeTransaction(database, () => database.exec('create table filling (zeros blob)'));
    while (free > 0) {
      const bytes = Math.min(free, pagesAtOnce) * pageBytes;
      await writeTransaction(database, () =>
        database.prepare('insert into filling values (zeroblob(?))').run(bytes),
      );
      free -= pagesAtOnce;
      await setImmediate();
    }
    await writeTransaction(database, () => database.exec('drop table filling'));
    await retryWhileBusy(database, () => database.exec('pragma wal_checkpoint(truncate)'));
  } finally {
    database.close();
  }
}

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(database.prepare(`pragma ${pragma}`).get()?.[pragma]);
}
