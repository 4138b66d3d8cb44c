import {
  CompiledQuery,
  Kysely,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
  type TransactionSettings,
} from 'kysely';
import type { Records } from '../contracts/records.ts';
import { FootnoteError } from '../errors.ts';
import { lockStatement, PostgresqlCalls } from '../postgresql/postgresql-calls.ts';
import {
  type PostgresqlAddress,
  type PostgresqlPool,
  postgresqlPools,
} from '../postgresql/postgresql-pool.ts';
import { readTables } from '../postgresql/read-tables.ts';
import { PostgresqlRecordAdapter } from './dialects.ts';
import { inPostgresql, migrations } from './migrations.ts';
import { recordsOver, type Writer } from './records.ts';
import type { RecordTables } from './schema.ts';

/** Where records are on a server. */
export interface PostgresqlRecordsOptions extends PostgresqlAddress {
  /** Made where it is missing. Default `footnote`. */
  readonly schema?: string;
  /** How long a statement may take, and how long one waits for a connection. Default 10 000. */
  readonly timeoutMs?: number;
  /** At least 3: half for questions, a third for documents and jobs, the rest for what is said. Default 13. */
  readonly maxConnections?: number;
  /** Connections instead of those of `pg`. They are ended with the records. */
  readonly pool?: PostgresqlPool;
}

const defaultConnections = 13;

/** The connections of a process: for questions, for documents and jobs, and for what is said. */
function connectionsOf(all: number): readonly [reading: number, writing: number, saying: number] {
  const writing = Math.max(1, Math.round((4 / 13) * all));
  const saying = Math.max(1, Math.round((3 / 13) * all));
  return [all - writing - saying, writing, saying];
}

/** How long a transaction waits for those of others before it is `store_busy`. */
const waitMs = { writing: 30_000, saying: 3000 };

/**
 * Opens records on a PostgreSQL server, 16 or later, where any number of processes may work with them.
 *
 * Transactions over documents take turns, as those of SQLite do, by an advisory lock that one holds alone from its
 * first statement to its end; what is said shares it. So nothing that was read changes before it is acted upon, two
 * that publish at once are one after the other, and no removed document leaves words in an answer that is kept
 * meanwhile.
 * Nothing is kept in a session, so that a pooler may stand before the server.
 * Errors: `engine_unavailable`, `engine_rejected`, `store_newer`, `store_full`, `store_read_only`, `package_missing`.
 */
export async function postgresqlRecords(options: PostgresqlRecordsOptions): Promise<Records> {
  const { schema = 'footnote', timeoutMs = 10_000, maxConnections = defaultConnections } = options;
  const calls = new PostgresqlCalls(placeOf(options), timeoutMs);
  const newPool = options.pool
    ? () => options.pool as PostgresqlPool
    : await postgresqlPools(options, timeoutMs);
  const [reading, writing, saying] = connectionsOf(maxConnections).map(newPool) as [
    PostgresqlPool,
    PostgresqlPool,
    PostgresqlPool,
  ];
  let ending: Promise<unknown> | undefined;
  const ended = async () => {
    calls.close();
    await (ending ??= Promise.all(Array.from(new Set([reading, writing, saying]), (pool) => pool.end())));
  };
  const open = (pool: PostgresqlPool, turn?: Omit<Turn, 'schema'>) =>
    new Kysely<RecordTables>({
      dialect: {
        createAdapter: () => new PostgresqlRecordAdapter(calls.server, schema),
        createDriver: () => new TakingTurns(calls.over(pool), turn && { ...turn, schema }),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }).withSchema(schema);
  const reader = open(reading);
  const db = open(writing, { isAlone: true, waitMs: waitMs.writing });
  const shared = open(saying, { isAlone: false, waitMs: waitMs.saying });
  try {
    await migratePostgresql(db, calls.server, schema);
  } catch (error) {
    await ended();
    throw error;
  }
  const write: Writer = (work, { isAlone = false } = {}) =>
    (isAlone ? db : shared).transaction().execute(work);
  const revision = sql<{
    revision: number;
  }>`select revision from ${sql.table(`${schema}.library_revision`)}`.compile(reader);
  return recordsOver({
    db,
    reader,
    conversations: write,
    questions: write,
    revision: async () => (await reader.executeQuery(revision)).rows[0]?.revision,
    readStored: (visit) =>
      reader.transaction().execute(async (tx) => {
        const query = async (text: string) => (await tx.executeQuery<object>(CompiledQuery.raw(text))).rows;
        await readTables(query, `table_schema in ('${schema}', '${schema}_queue')`, visit);
      }),
    close: ended,
  });
}

/** How a transaction comes after those of others. */
interface Turn {
  readonly schema: string;
  /** Alone, or among others that are not alone. */
  readonly isAlone: boolean;
  readonly waitMs: number;
}

/** Begins every transaction by waiting for its turn. */
class TakingTurns extends PostgresDriver {
  readonly #statement: CompiledQuery | undefined;

  constructor(pool: PostgresPool, turn: Turn | undefined) {
    super({ pool });
    if (!turn) return;
    const lock = turn.isAlone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
    this.#statement = CompiledQuery.raw(`${lockStatement} ${lock}(hashtextextended($2, 0))`, [
      `${turn.waitMs}ms`,
      `footnote ${turn.schema}`,
    ]);
  }

  override async beginTransaction(
    connection: Parameters<PostgresDriver['beginTransaction']>[0],
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    if (!this.#statement) return;
    try {
      await connection.executeQuery(this.#statement);
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {});
      throw error;
    }
  }
}

/**
 * Makes the records' tables, or brings them up to date, all in one transaction. Errors: `store_newer`;
 * `engine_rejected` where this user may not, or another program has the schema.
 */
export async function migratePostgresql(
  db: Kysely<RecordTables>,
  place: string,
  schema: string,
  steps: typeof migrations = migrations,
): Promise<void> {
  const supported = (steps.at(-1) ?? steps[0]).version;
  const versions = sql.table(`${schema}.records_version`);
  const versionIn = async (connection: Kysely<RecordTables>) => {
    // Asked of the rows: what to_regclass says of a name may be remembered from before this one's turn.
    const { rows } = await sql`select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relname = 'records_version' and nspname = ${schema}`.execute(connection);
    if (rows.length === 0) return 0;
    return (
      (await sql<{ version: number }>`select version from ${versions}`.execute(connection)).rows[0]
        ?.version ?? 0
    );
  };
  const stored = await versionIn(db);
  if (stored > supported) throw new FootnoteError('store_newer', { path: place, stored, supported });
  if (stored === supported) return;
  await db.transaction().execute(async (tx) => {
    // Another process may have brought it here while this one waited for its turn.
    const reached = await versionIn(tx);
    const run = (statements: string) => tx.executeQuery(CompiledQuery.raw(statements));
    if (reached === 0) {
      const known = await sql`select from pg_namespace where nspname = ${schema}`.execute(tx);
      // Even where there is one, whoever may make none may not ask for it.
      if (known.rows.length === 0) await run(`create schema "${schema}"`);
      await run(`create table "${schema}".records_version (version bigint not null);
        insert into "${schema}".records_version values (0)`);
    }
    await run(`set local search_path to "${schema}"`);
    for (const { version, statements, postgresql = '' } of steps)
      if (version > reached)
        await run(
          `${inPostgresql(statements)}; ${postgresql}; update records_version set version = ${version}`,
        );
  });
}

/** A server and a schema as messages name them. */
export function placeOf({
  url,
  schema = 'footnote',
}: Pick<PostgresqlRecordsOptions, 'url' | 'schema'>): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname || 'localhost'}:${port || 5432}${pathname}, schema ${schema}`;
}
