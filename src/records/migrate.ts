import type { DatabaseSync } from 'node:sqlite';
import { FootnoteError } from '../errors.ts';
import { writeTransaction } from '../sqlite/write-transaction.ts';
import { migrations } from './migrations.ts';

export interface MigrateOptions {
  /** Changes nothing. Default false. */
  readonly readOnly?: boolean;
  /** Oldest first. Default: all that there are. */
  readonly steps?: typeof migrations;
}

/**
 * Makes the records' tables, or brings them up to date, all in one transaction. SQLite's `user_version` says how far
 * they are, so that opening a store that is up to date costs one pragma.
 * Errors: `store_newer`; `store_older` for one that would have to be migrated and is only to be read; those of
 * {@link writeTransaction}.
 */
export async function migrate(
  database: DatabaseSync,
  path: string,
  { readOnly = false, steps = migrations }: MigrateOptions = {},
): Promise<void> {
  const supported = (steps.at(-1) ?? steps[0]).version;
  const stored = versionOf(database);
  if (stored > supported) throw new FootnoteError('store_newer', { path, stored, supported });
  if (stored === supported) return;
  if (readOnly) throw new FootnoteError('store_older', { path, stored, supported });
  await writeTransaction(database, () => {
    // Another process may have brought it here a moment ago.
    const reached = versionOf(database);
    for (const { version, statements } of steps)
      if (version > reached) database.exec(`${statements}; pragma user_version = ${version}`);
  });
}

/** How far the tables of a file are; 0 for a new one, and for most that other programs have made. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version']);
}
