import { type RawBuilder, sql } from 'kysely';

/** A list for `where … in`, bound as one value: any length, and one prepared statement for all lengths. */
export function jsonList(values: readonly string[]): RawBuilder<string> {
  return sql<string>`(select value from json_each(${JSON.stringify(values)}))`;
}
