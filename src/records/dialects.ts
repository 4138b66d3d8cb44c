import { hostname } from 'node:os';
import { type Kysely, PostgresAdapter, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { RecordTables } from './schema.ts';

/** What SQLite and PostgreSQL say differently, beyond what Kysely does. */
interface Dialect {
  /** Where the records are, for messages: a file, or a server and a schema, never with credentials. */
  readonly place: string;
  /** A list for `where … in`, bound as one value: any length, and one prepared statement for all lengths. */
  readonly list: (values: readonly string[]) => RawBuilder<string>;
  /** How it is bound. */
  readonly listValue: (values: readonly string[]) => unknown;
  /** Whether a column with a list as JSON has one of some values. */
  readonly sharesOne: (column: string, values: readonly string[]) => RawBuilder<boolean>;
  /** ISO 8601, by the one clock that all processes with these records share, moved by some milliseconds. */
  readonly now: (offsetMs?: number) => RawBuilder<string>;
  /** What all that is committed takes up on the disk. */
  readonly bytesOfStore: RawBuilder<number>;
  /** Whether a column holds a text, and of JSON, as it was written; what a damaged disk gives back is neither. */
  readonly isText: (column: string) => RawBuilder<boolean>;
  readonly isJson: (column: string) => RawBuilder<boolean>;
  /** What is wrong with a table and its indexes: `ok`, or findings. Absent where the server looks by itself. */
  readonly integrityCheck?: (table: string) => RawBuilder<{ readonly integrity_check: string }>;
  /** A job that has not been heard of for so long is dead. */
  readonly silenceLimitMs: number;
  /** Whether a process of this host that has the id is the one that registered the job. */
  readonly processExists: (host: string, pid: number) => boolean;
}

/** How the records of a connection, or of a transaction over it, are spoken to. */
export function dialectOf(db: Kysely<RecordTables>): Dialect {
  return (db.getExecutor().adapter as SqliteRecordAdapter | PostgresqlRecordAdapter).dialect;
}

/** See {@link Dialect.list}. */
export function listOf(db: Kysely<RecordTables>, values: readonly string[]): RawBuilder<string> {
  return dialectOf(db).list(values);
}

/**
 * The columns of which a value is given, for a condition that they all have it: the others are not looked at.
 * @example query.where((where) => where.and(given({ owner, session_id: sessionId })))
 */
export function given<Values extends Readonly<Record<string, string | undefined>>>(values: Values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Column in keyof Values]?: string };
}

/** Kysely's knowledge of SQLite, and that of the records. */
export class SqliteRecordAdapter extends SqliteAdapter {
  readonly dialect: Dialect;

  /** @param file path of the file */
  constructor(file: string) {
    super();
    this.dialect = {
      place: file,
      list: (values) => sql<string>`(select value from json_each(${JSON.stringify(values)}))`,
      listValue: (values) => JSON.stringify(values),
      sharesOne: (column, values) => sql<boolean>`exists (select 1 from json_each(${sql.ref(column)})
        where value in (select value from json_each(${JSON.stringify(values)})))`,
      now: (offsetMs = 0) => sql<string>`${new Date(Date.now() + offsetMs).toISOString()}`,
      bytesOfStore: sql<number>`(select page_count * page_size from pragma_page_count, pragma_page_size)`,
      isText: (column) => sql<boolean>`typeof(${sql.ref(column)}) = 'text'`,
      isJson: (column) => sql<boolean>`json_valid(${sql.ref(column)})`,
      integrityCheck: (table) => sql`pragma integrity_check(${sql.table(table)})`,
      // Its process id may be in use again by then.
      silenceLimitMs: 10 * 60_000,
      processExists: (host, pid) => host !== hostname() || isProcess(pid),
    };
  }
}

/** Kysely's knowledge of PostgreSQL, and that of the records. */
export class PostgresqlRecordAdapter extends PostgresAdapter {
  readonly dialect: Dialect;

  /** @param place the server, for messages */
  constructor(place: string, schema: string) {
    super();
    this.dialect = {
      place,
      list: (values) => sql<string>`(select unnest(${values}::text[]))`,
      listValue: (values) => values,
      sharesOne: (column, values) =>
        sql<boolean>`jsonb_exists_any(${sql.ref(column)}::jsonb, ${values}::text[])`,
      now: (offsetMs = 0) => sql<string>`to_char((clock_timestamp() + ${offsetMs}::float8
        * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      bytesOfStore: sql<number>`(select coalesce(sum(pg_total_relation_size(oid)), 0) from pg_class
        where relkind in ('r', 'p') and relnamespace = to_regnamespace(${`"${schema}"`}))`,
      isText: () => sql<boolean>`true`,
      isJson: (column) => sql<boolean>`${sql.ref(column)} is json`,
      // Machines and containers share names and process ids, so that only silence tells.
      silenceLimitMs: 60_000,
      processExists: () => true,
    };
  }
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
