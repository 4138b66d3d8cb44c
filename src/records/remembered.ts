import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { retryWhileBusy } from '../sqlite/write-transaction.ts';

/**
 * What was read of documents and indexes, kept until any process changes something in them. Whatever else is written
 * to the file, the log of questions for one, leaves it alone: triggers raise `library_revision` with each row of the
 * tables that hold documents and indexes. Looking costs some 10 µs.
 */
export class Remembered<Value> {
  readonly #database: DatabaseSync;
  readonly #statement: StatementSync;
  readonly #maxValues: number;
  #revision: unknown;
  #values = new Map<string, Value>();

  /**
   * @param database a connection that sees only what is committed: one that nothing is written over
   * @param maxValues with so many it begins anew, so that what is asked for cannot fill the memory
   */
  constructor(database: DatabaseSync, maxValues: number) {
    this.#database = database;
    this.#maxValues = maxValues;
    this.#statement = database.prepare('select revision from library_revision');
  }

  /**
   * What is known and still true, to be added to. What is read after this call may be kept in it under any key: if
   * something changes meanwhile, or it grows too large, the next call gives another map.
   */
  async current(): Promise<Map<string, Value>> {
    const row = await retryWhileBusy(this.#database, () => this.#statement.get());
    if (row?.revision !== this.#revision || this.#values.size >= this.#maxValues) this.#values = new Map();
    this.#revision = row?.revision;
    return this.#values;
  }
}
