/**
 * Looks up a number that changes with everything any process commits of documents and indexes, and with nothing else:
 * triggers raise `library_revision` with the tables that hold them. It is asked for before everything that may be
 * remembered, some five times a question: on SQLite that costs some 10 µs, on PostgreSQL a round trip.
 */
export type Revision = () => Promise<unknown>;

/** What was read of documents and indexes, kept until any process changes something in them. */
export class Remembered<Value> {
  readonly #revision: Revision;
  readonly #maxValues: number;
  #known: unknown;
  #values = new Map<string, Value>();

  /** @param maxValues with so many it begins anew, so that what is asked for cannot fill the memory */
  constructor(revision: Revision, maxValues: number) {
    this.#revision = revision;
    this.#maxValues = maxValues;
  }

  /**
   * What is known and still true, to be added to. What is read after this call may be kept in it under any key: if
   * something changes meanwhile, or it grows too large, the next call gives another map.
   */
  async current(): Promise<Map<string, Value>> {
    const revision = await this.#revision();
    if (revision !== this.#known || this.#values.size >= this.#maxValues) this.#values = new Map();
    this.#known = revision;
    return this.#values;
  }
}
