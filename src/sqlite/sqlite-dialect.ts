import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { retryWhileBusy, type TransactionOptions } from './write-transaction.ts';

/**
 * Kysely over one `node:sqlite` connection. Callers take turns, so that a transaction holds only its own queries.
 * @param adapter what is known of SQLite, and of the tables, where they are used
 */
export function sqliteDialect(
  database: DatabaseSync,
  adapter: DialectAdapter,
  options: Pick<TransactionOptions, 'waitMs'> = {},
): Dialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => new SqliteDriver(database, options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  /** Resolves when the connection is free for the next caller in line. */
  #free: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(database: DatabaseSync, options: TransactionOptions) {
    this.#connection = new SqliteConnection(database, options);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const turn = Promise.withResolvers<void>();
    const before = this.#free;
    this.#free = turn.promise;
    await before;
    this.#release = turn.resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(): Promise<void> {
    // Taken for writing at once: a transaction that reads first and then writes could be refused half-way.
    await this.#connection.run('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('commit');
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

/** A statement, and whether it gives rows: to ask that takes longer than to read one. */
interface Prepared {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #options: TransactionOptions;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync, options: TransactionOptions) {
    this.#database = database;
    this.#options = options;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const run = () => {
      const { statement, givesRows } = this.#prepare(query.sql);
      const parameters = query.parameters as SQLInputValue[];
      if (givesRows) return { rows: statement.all(...parameters) as Row[] };
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    };
    return retryWhileBusy(this.#database, run, this.#options);
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  run(sql: string): Promise<void> {
    return retryWhileBusy(this.#database, () => this.#database.exec(sql), this.#options);
  }

  rollback(): void {
    // SQLite has rolled back by itself after some failures, a full disk among them.
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      const statement = this.#database.prepare(sql);
      prepared = { statement, givesRows: statement.columns().length > 0 };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}
