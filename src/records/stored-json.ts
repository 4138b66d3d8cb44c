import { type Kysely, sql } from 'kysely';
import type { SeenBy } from '../contracts/records.ts';
import { FootnoteError } from '../errors.ts';
import { legibleJson } from '../sqlite/open-database.ts';
import { dialectOf } from './dialects.ts';
import { isSeenBy } from './documents/live-versions.ts';
import type { RecordTables } from './schema.ts';

/** A column of the records as a message names it. */
export type Column = {
  [Table in keyof RecordTables]: `${Table}.${keyof RecordTables[Table] & string}`;
}[keyof RecordTables];

/**
 * {@link legibleJson} of what nothing goes on without. Errors: `store_corrupt`, naming the column and the row.
 * @param row what the row is known by, such as the id of its document
 */
export function storedJson(db: Kysely<RecordTables>, json: string, column: Column, row: string): object {
  const value = legibleJson(json);
  if (value !== undefined) return value;
  throw new FootnoteError('store_corrupt', { path: dialectOf(db).place, problem: illegible(column, row) });
}

/** What is wrong with a column that nobody can read. */
export function illegible(column: Column, row: string): string {
  return `${column} of ${row} cannot be read`;
}

/**
 * Refuses tables of a damaged file, with their indexes: where a page of one of them is lost, rows that are there are
 * not found, and nothing says so. Walks through all of them, so it is asked where something that should be there is
 * not. A server watches over its own files. Errors: `store_corrupt`.
 */
export async function requireWhole(
  db: Kysely<RecordTables>,
  ...tables: readonly (keyof RecordTables)[]
): Promise<void> {
  const { place, integrityCheck } = dialectOf(db);
  if (!integrityCheck) return;
  for (const table of tables) {
    const { rows } = await integrityCheck(table).execute(db);
    const found = rows.map(({ integrity_check: finding }) => finding).find((finding) => finding !== 'ok');
    if (found === undefined) continue;
    const problem = found.replace(/^\*\*\*.*\n/, '').split('\n')[0] as string;
    throw new FootnoteError('store_corrupt', { path: place, problem });
  }
}

/** The rows, where there are any; else {@link requireWhole} of the tables that they would have been in. */
export async function unlessDamaged<Row>(
  db: Kysely<RecordTables>,
  rows: readonly Row[],
  ...tables: readonly (keyof RecordTables)[]
): Promise<readonly Row[]> {
  if (rows.length === 0) await requireWhole(db, ...tables);
  return rows;
}

/** {@link requireWhole} of all that a list of documents is made of, where fewer are listed than there are. */
export async function requireListed(
  db: Kysely<RecordTables>,
  collection: string,
  listed: number,
  { groups }: SeenBy = {},
): Promise<void> {
  const { live } = await db
    .selectFrom('documents')
    // Counted in the table itself: the index of collections may be what is damaged.
    .where(sql<string>`collection || ''`, '=', collection)
    .where('live_version', 'is not', null)
    .where(isSeenBy(db, groups))
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .executeTakeFirstOrThrow();
  if (listed < live) await requireWhole(db, 'documents', 'sources', 'index_documents', 'document_versions');
}
