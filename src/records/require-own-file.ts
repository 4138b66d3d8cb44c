import type { DatabaseSync } from 'node:sqlite';
import { FootnoteError } from '../errors.ts';
import { migrations } from './migrations.ts';

/** Tables that a message names. */
const tablesNamed = 3;

/**
 * Refuses a file that another program has made: one with tables, to which the first migration was never applied. A file
 * that is just being made has only the tables that count migrations. Errors: `store_foreign`.
 */
export function requireOwnFile(database: DatabaseSync, path: string): void {
  const tables = names(database, `select name from sqlite_schema where type = 'table' order by name`);
  const others = tables.filter((table) => !table.startsWith('kysely_migration'));
  const applied = tables.includes('kysely_migration')
    ? names(database, 'select name from kysely_migration order by name limit 1')
    : [];
  const isOwn =
    applied.length === 0 ? others.length === 0 : applied.every((name) => Object.hasOwn(migrations, name));
  if (isOwn) return;
  throw new FootnoteError('store_foreign', { path, tables: others.slice(0, tablesNamed).join(', ') });
}

function names(database: DatabaseSync, query: string): string[] {
  return database
    .prepare(query)
    .all()
    .map(({ name }) => String(name));
}
