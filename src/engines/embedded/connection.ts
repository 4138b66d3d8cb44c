import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A connection with its prepared statements. Rows come as arrays, in the order of the columns. */
export class Connection {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Has a statement prepared anew: one that came upon damage says so once more when it is used next. */
  forget(sql: string): void {
    this.#statements.delete(sql);
  }

  /** The rows of a query, each an array in the order of its columns. */
  rows<Row extends readonly unknown[]>(sql: string, ...values: readonly (string | number)[]): Row[] {
    return this.prepare(sql).all(...values) as unknown as Row[];
  }
}
