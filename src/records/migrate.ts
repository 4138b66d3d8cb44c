import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { FootnoteError } from '../errors.ts';
import { migrations } from './migrations.ts';
import type { RecordTables } from './schema.ts';

/**
 * Brings the records' tables up to date, each migration in a transaction. SQLite's `user_version` counts those
 * applied, so that opening a store that is up to date costs one pragma.
 * Errors: `store_newer`; `store_older` for one that would have to be migrated and is only to be read.
 */
export async function migrate(
  db: Kysely<RecordTables>,
  path: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<void> {
  const supported = Object.keys(migrations).length;
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  const stored = rows[0]?.user_version ?? 0;
  if (stored > supported) throw new FootnoteError('store_newer', { path, stored, supported });
  if (stored === supported) return;
  if (readOnly) throw new FootnoteError('store_older', { path, stored, supported });
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => numbered() },
  }).migrateToLatest();
  if (error) throw error;
}

function numbered(): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration], position) => [
      name,
      {
        async up(db) {
          await migration.up(db);
          await sql`pragma user_version = ${sql.raw(String(position + 1))}`.execute(db);
        },
      },
    ]),
  );
}
