import type { Kysely } from 'kysely';
import { FootnoteError } from '../errors.ts';
import { legibleJson } from '../sqlite/open-database.ts';
import { dialectOf } from './dialects.ts';
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
