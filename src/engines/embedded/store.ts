import { statSync } from 'node:fs';
import type { Analyser } from '../../contracts/analyser.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { storeError } from '../../sqlite/store-error.ts';
import {
  retryWhileBusy,
  runSteps,
  type TransactionOptions,
  writeTransaction,
  writeTransactionInSteps,
} from '../../sqlite/write-transaction.ts';
import { Connection } from './connection.ts';
import { areTablesReady, checkFormat, hasTables, prepareTables, setPiecesAside } from './schema.ts';
import { UnwritablePieces } from './segments/segment-rows.ts';
import { RecentVectors } from './vector/vector-memory.ts';

/**
 * Pages that the connection for chunks keeps, in KiB: of SQLite's own 2 MiB almost every page would be read from the
 * file again. What segments are made of is read once, in far more pages, and passes through those 2 MiB.
 */
const chunkCacheKib = 16_384;

export interface EmbeddedEngineOptions {
  /** The SQLite file; made where it is missing. The records may live in the same one. */
  readonly file: string;
  /** Makes the terms of chunks and questions. An index belongs to the analyser it was written with. */
  readonly analyser: Analyser;
  /** Never writes; writing is refused with `store_read_only`. Default false. */
  readonly readOnly?: boolean;
  /** Largest size of the file; `store_full` beyond it. Default: what the disk holds. */
  readonly maxFileBytes?: number;
}

/**
 * The file behind an engine: two connections that only read what is committed, one that writes, and the background
 * work on it. Opened at first use, so that its failures reject a call and do not throw from a factory.
 */
export class Store {
  readonly options: EmbeddedEngineOptions;
  /** Aborted when the store is closing: background work stops at its next step. */
  readonly closing = new AbortController();
  #opening: Promise<void> | undefined;
  #reader: Connection | undefined;
  #chunkReader: Connection | undefined;
  #writer: Connection | undefined;
  #fileNumber: bigint | undefined;
  readonly #running = new Set<Promise<unknown>>();
  /** By dimension: indexes of the same one share what is held. */
  readonly #recentVectors = new Map<number, RecentVectors>();

  constructor(options: EmbeddedEngineOptions) {
    this.options = options;
  }

  /** Opens the file, once. Everything else of the store comes after it. Errors: those of opening, `store_newer`. */
  ready(): Promise<void> {
    this.#assertOpen();
    this.#opening ??= this.#track(() => this.#open()).catch((error: unknown) => {
      // A failure is not kept: what was in the way may be gone at the next call.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** Sees what is committed. Errors: `store_unavailable` after close. */
  get reader(): Connection {
    return this.#opened(this.#reader);
  }

  /** The vectors of so many dimensions that were read lately. */
  recentVectors(dimension: number): RecentVectors {
    const known = this.#recentVectors.get(dimension) ?? new RecentVectors(dimension);
    this.#recentVectors.set(dimension, known);
    return known;
  }

  /** Runs a read, waiting where another process is in its way. */
  read<T>(work: (reader: Connection) => T, options?: TransactionOptions): Promise<T> {
    return this.#readOver(this.#reader, work, options);
  }

  /** As {@link read}, over the connection that keeps the pages of chunks. */
  readChunks<T>(work: (reader: Connection) => T, options?: TransactionOptions): Promise<T> {
    return this.#readOver(this.#chunkReader, work, options);
  }

  /** Runs a long read in steps, between which others may write. Errors: as {@link read}, `aborted` by closing too. */
  readInSteps<T>(
    work: (reader: Connection) => Generator<void, T>,
    signal: AbortSignal = this.closing.signal,
  ): Promise<T> {
    return this.#track(async () => {
      try {
        return await runSteps(work(this.reader), signal);
      } catch (error) {
        throw storeError(error, this.options.file);
      }
    });
  }

  /**
   * Runs one write transaction in steps, and again where pieces could not be written, which costs what is derived from
   * the rows. Errors: `store_read_only`, `store_unavailable` where the file is not in its place any more, and those of
   * `writeTransactionInSteps`.
   */
  write<T>(work: (writer: Connection) => Generator<void, T>, options?: TransactionOptions): Promise<T> {
    return this.#track(async () => {
      const writer = this.#writer;
      if (writer === undefined) throw new FootnoteError('store_read_only', { path: this.options.file });
      this.#requireSameFile(writer);
      const { database } = writer;
      const run = () => writeTransactionInSteps(database, () => work(writer), options);
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof UnwritablePieces)) throw error;
        await writeTransaction(database, () => setPiecesAside(database), options);
        return await run().catch((again: unknown) => {
          throw again instanceof UnwritablePieces ? storeError(again.cause, this.options.file) : again;
        });
      }
    });
  }

  /** Lets `close` wait for work that nobody else waits for. */
  inBackground(work: () => Promise<void>): void {
    // Derived data only: what fails here is tried again after the next write, and reads do not need it.
    void this.#track(work).catch(() => undefined);
  }

  /** Changes whenever another connection, this engine's own writer included, has committed. */
  dataVersion(): number {
    return (this.reader.rows<[number]>('pragma data_version')[0] as [number])[0];
  }

  async close(): Promise<void> {
    this.closing.abort();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    this.#closeConnections();
  }

  #readOver<T>(
    connection: Connection | undefined,
    work: (reader: Connection) => T,
    options: TransactionOptions | undefined,
  ): Promise<T> {
    return this.#track(async () => {
      const reader = this.#opened(connection);
      return retryWhileBusy(reader.database, () => work(reader), options);
    });
  }

  #opened(connection: Connection | undefined): Connection {
    this.#assertOpen();
    if (connection === undefined) throw this.#unavailable('it is not open');
    return connection;
  }

  #closeConnections(): void {
    // The writer last, since whoever closes the file last empties its log, and a reader may not.
    for (const connection of [this.#reader, this.#chunkReader, this.#writer])
      if (connection?.database.isOpen) connection.database.close();
  }

  #assertOpen(): void {
    if (this.closing.signal.aborted) throw this.#unavailable('the engine was closed');
  }

  /** What is written to a file that was removed is lost when it is closed, and one that was replaced as well. */
  #requireSameFile(writer: Connection): void {
    if (fileNumber(writer) === this.#fileNumber) return;
    const reason = 'its file was moved, removed or replaced while it was open';
    throw this.#unavailable(reason, 'Bring it back, or open it again');
  }

  #unavailable(reason: string, remedy = 'Open it again'): FootnoteError<'store_unavailable'> {
    return new FootnoteError('store_unavailable', { path: this.options.file, reason, remedy });
  }

  async #track<T>(work: () => Promise<T>): Promise<T> {
    this.#assertOpen();
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #open(): Promise<void> {
    const { file, readOnly } = this.options;
    try {
      if (!readOnly) await this.#openWriter();
      const { database } = (this.#reader = new Connection(openDatabase(file, { readOnly: true })));
      if (!hasTables(database)) throw new FootnoteError('store_read_only', { path: file });
      checkFormat(database);
      this.#fileNumber = fileNumber(this.#reader);
      this.#chunkReader = new Connection(openDatabase(file, { readOnly: true }));
      this.#chunkReader.database.exec(`pragma cache_size = -${chunkCacheKib}`);
    } catch (error) {
      this.#closeConnections();
      throw storeError(error, file);
    }
  }

  /** A store that cannot be written is left without a writer: it can still be searched, and a write is refused. */
  async #openWriter(): Promise<void> {
    try {
      const { database } = (this.#writer = new Connection(openDatabase(this.options.file, this.options)));
      if (!areTablesReady(database)) await writeTransaction(database, () => prepareTables(database));
    } catch (error) {
      if (!isFootnoteError(error) || error.code !== 'store_read_only') throw error;
      this.#closeConnections();
      this.#writer = undefined;
    }
  }
}

/** Tells the file of a connection from others that have its name later; undefined where it has none any more. */
function fileNumber({ database }: Connection): bigint | undefined {
  try {
    // The whole path: the one it was opened by may start in a folder that the process has left.
    return statSync(database.location() ?? '', { bigint: true }).ino;
  } catch {
    return undefined;
  }
}
