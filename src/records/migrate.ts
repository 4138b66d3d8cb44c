import type { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { FootnoteError } from '../errors.ts';
import { storeError } from '../sqlite/store-error.ts';
import { migrations } from './migrations.ts';
import type { RecordTables } from './schema.ts';

/**
 * Brings the records' tables up to date, each migration in a transaction. SQLite's `user_version` counts those
 * applied, so that opening a store that is up to date costs one pragma.
 * Errors: `store_newer`; `store_older` for one that would have to be migrated and is only to be read.
 * @param db over `database`
 */
export async function migrate(
  db: Kysely<RecordTables>,
  database: DatabaseSync,
  path: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<void> {
  const supported = Object.keys(migrations).length;
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  const stored = rows[0]?.user_version ?? 0;
  if (stored > supported) throw new FootnoteError('store_newer', { path, stored, supported });
  if (stored === supported) return;
  if (readOnly) throw new FootnoteError('store_older', { path, stored, supported });
  const provider = { getMigrations: async () => migrationsOf(database) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw storeError(error, path);
}

/** As Kysely takes them; it begins and ends the transaction that each runs in. */
function migrationsOf(database: DatabaseSync): Record<string, Migration> {
  const entries = Object.entries(migrations).map(([name, statements], position) => {
    const up = async () => database.exec(`${statements}; pragma user_version = ${position + 1}`);
    return [name, { up }];
  });
  return Object.fromEntries(entries) as Record<string, Migration>;
}
