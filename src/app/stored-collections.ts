import { resolve } from 'node:path';
import type { InCollection } from '../contracts/engine.ts';
import type { Backup, Records } from '../contracts/records.ts';
import { FootnoteError } from '../errors.ts';
import { didYouMean } from '../values/closest-name.ts';
import {
  openStore,
  type RecordsSettings,
  requireNoFile,
  type Store,
  storeExists,
  storeFile,
} from './store.ts';

/** Collections that a failure names. */
const mostNamed = 20;

/** Where the collections of a process are. */
export interface StoredCollectionsOptions {
  /** Folder of the store. */
  readonly directory: string;
  /** Where its records are. Default: in the folder. */
  readonly records?: RecordsSettings;
  /** The collection that is meant where none is named. */
  readonly configured: string;
}

/** The store of a process, and what is known of the collections in it. It is not opened before it is needed. */
export class StoredCollections {
  readonly #options: StoredCollectionsOptions;
  #store: Promise<Store> | undefined;
  #isClosed = false;

  constructor(options: StoredCollectionsOptions) {
    this.#options = options;
  }

  /** Folder of the store. */
  get directory(): string {
    return this.#options.directory;
  }

  /** The collection that is meant. */
  nameOf({ collection = this.#options.configured }: InCollection = {}): string {
    return collection;
  }

  /** The store, made where it is missing. Errors: those of {@link openStore}; `store_unavailable` once closed. */
  async store(): Promise<Store> {
    if (this.#isClosed) {
      const path = this.#options.directory;
      throw new FootnoteError('store_unavailable', {
        path,
        reason: 'it has been closed',
        remedy: 'Open it again',
      });
    }
    this.#store ??= openStore(this.#options.directory, this.#options.records).catch((error: unknown) => {
      // The next call tries again: what was wrong may be mended by then.
      this.#store = undefined;
      throw error;
    });
    return this.#store;
  }

  /**
   * The store where there is one. Errors: those of {@link openStore}; `store_unavailable` also where there was one: its
   * folder may come back, as one does that lies on another machine.
   */
  async existingStore(): Promise<Store | undefined> {
    const { directory, records } = this.#options;
    if (records?.kind === 'postgresql' || storeExists(directory)) return this.store();
    requireNoFile(directory);
    if (!this.#store) return undefined;
    throw new FootnoteError('store_unavailable', {
      path: storeFile(directory),
      reason: 'it was there before and is gone',
      remedy: 'Restore it, or start again without it',
    });
  }

  /** See `Footnote.listCollections`. */
  async listCollections(): Promise<readonly string[]> {
    return (await (await this.existingStore())?.records.listCollections()) ?? [];
  }

  /** See `Footnote.backup`. Errors: `collection_unknown` where there is no store; `records_on_server`. */
  async backup(file: string, options?: { readonly signal?: AbortSignal }): Promise<Backup> {
    const store = await this.existingStore();
    if (!store) throw await this.unknown(this.nameOf());
    if (store.records.backup) return store.records.backup(file, options);
    throw new FootnoteError('records_on_server', {
      server: store.place,
      what: 'a backup',
      remedy: 'Use pg_dump for them, and the tools of the engine for the passages',
    });
  }

  /** What is known of a collection. Errors: `collection_unknown`. */
  async recordsOf(collection: string): Promise<Records> {
    const store = await this.existingStore();
    const isKnown = await store?.records.indexes.find(collection);
    if (!store || !isKnown) throw await this.unknown(collection);
    return store.records;
  }

  /** The error for a collection that is not there, naming those that are; of many a few, and the one that was meant. */
  async unknown(collection: string): Promise<FootnoteError> {
    const names = await this.listCollections();
    const named = names.slice(0, mostNamed).join(', ') || 'none';
    const others = names.slice(mostNamed);
    const more = others.length > 0 ? ` and ${others.length} more${didYouMean(collection, others)}` : '';
    return new FootnoteError('collection_unknown', {
      collection,
      store:
        this.#options.records?.kind === 'postgresql'
          ? (await this.store()).place
          : resolve(this.#options.directory),
      known: named + more,
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const store = await this.#store?.catch(() => undefined);
    await this.closeEngine();
    await store?.records.close();
  }

  /** Called before the records are closed, which let go of the file last. */
  protected async closeEngine(): Promise<void> {}
}
