import type { DatabaseSync } from 'node:sqlite';

/** Given back in one transaction: some milliseconds, in which nobody else can write. */
const pagesAtOnce = 256;

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
