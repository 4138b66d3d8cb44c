import type { DatabaseSync } from 'node:sqlite';
import { FootnoteError } from '../errors.ts';
import { migrations, versionOf } from './migrations.ts';

/** Every store has it, and hardly any other file. */
const ownTable = 'library_revision';

/** Tables that a message names. */
const tablesNamed = 3;

/**
 * Refuses a file that another program has made: one with tables that are not the records'. Errors: `store_foreign`.
 */
export function requireOwnFile(database: DatabaseSync, path: string): void {
  const query = `select name from sqlite_schema where type = 'table' order by name`;
  const tables = database
    .prepare(query)
    .all()
    .map(({ name }) => String(name));
  if (tables.length === 0) return;
  if (tables.includes(ownTable) && versionOf(database) >= migrations[0].version) return;
  throw new FootnoteError('store_foreign', { path, tables: tables.slice(0, tablesNamed).join(', ') });
}
