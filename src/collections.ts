import { resolve } from 'node:path';
import type { Analyser } from './contracts/analyser.ts';
import type { IndexedVersion } from './contracts/document-records.ts';
import type { EngineIndex } from './contracts/engine.ts';
import type { FieldTypes } from './contracts/filter.ts';
import type { InCollection } from './contracts/in-collection.ts';
import { FootnoteError } from './errors.ts';
import type { CollectionFacts } from './records/collection-facts.ts';
import { type IndexStamp, requireSameStamp } from './records/index-stamp.ts';
import type { CollectionIndex } from './records/indexes.ts';
import type { Records } from './records/records.ts';
import { openStore, requireNoFile, type Store, storeExists, storeFile } from './store.ts';

/** A collection that is ready to be searched. */
export interface OpenCollection {
  readonly records: Records;
  readonly index: EngineIndex;
  readonly facts: CollectionFacts;
}

/** What a process works with beside the store. */
export interface CollectionsOptions {
  /** Folder of the store. */
  readonly directory: string;
  /** The collection that is meant where none is named. */
  readonly configured: string;
  readonly analyser: Analyser;
  /** What an index built by this process would be stamped with. */
  readonly stamp: IndexStamp;
  /** All fields of an index in which these are declared. */
  readonly indexFields: (declared: FieldTypes) => FieldTypes;
}

/** The store of a process and the indexes in it that are open. Nothing is opened before it is needed. */
export class Collections {
  readonly #options: CollectionsOptions;
  readonly #open = new Map<string, EngineIndex>();
  #store: Promise<Store> | undefined;
  #isClosed = false;

  constructor(options: CollectionsOptions) {
    this.#options = options;
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
    this.#store ??= openStore(this.#options.directory, this.#options.analyser).catch((error: unknown) => {
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
    const { directory } = this.#options;
    if (storeExists(directory)) return this.store();
    requireNoFile(directory);
    if (!this.#store) return undefined;
    throw new FootnoteError('store_unavailable', {
      path: storeFile(directory),
      reason: 'it was there and is gone',
      remedy: 'Bring it back, or start anew without it',
    });
  }

  /**
   * A collection to ask, by its live index of this moment: another process may have put a new one in its place.
   * Errors: `collection_unknown`, `index_mismatch`.
   */
  async find(collection: string): Promise<OpenCollection> {
    const store = await this.existingStore();
    const facts = await store?.records.collectionFacts(collection);
    if (!store || !facts) throw await this.unknown(collection);
    // How a document was cut matters to the next ingest, not to a question.
    requireSameStamp(collection, facts.index, this.#options.stamp, ['embedder', 'analyser']);
    return { records: store.records, index: await this.open(facts.index), facts };
  }

  /** An index of the store, live or not. */
  async open(stored: CollectionIndex): Promise<EngineIndex> {
    const known = this.#open.get(stored.id);
    if (known) return known;
    const { engine } = await this.store();
    const { id, dimension } = stored;
    const index = await engine.open({ id, dimension, fields: this.#options.indexFields(stored.fields) });
    this.#open.set(id, index);
    return index;
  }

  /** Drops an index that is not live and forgets it. */
  async drop({ id }: CollectionIndex): Promise<void> {
    const { engine, records } = await this.store();
    this.#open.delete(id);
    await engine.drop(id);
    await records.indexes.forget(id);
  }

  /** Removes the chunks of versions that no reader sees from every index that has some, then forgets them. */
  async removeVersions(versions: readonly IndexedVersion[]): Promise<void> {
    const { records } = await this.store();
    for (const [indexId, removable] of Map.groupBy(versions, (version) => version.indexId)) {
      const stored = await records.indexes.findById(indexId);
      if (stored) await (await this.open(stored)).remove(removable);
      await records.documents.forget(removable);
    }
  }

  /**
   * Removes versions like {@link removeVersions} and leaves no trace of them in the file: what was derived from them
   * is written anew, and what they took up is overwritten. Costs as much as the index is large.
   */
  async eraseVersions(versions: readonly IndexedVersion[]): Promise<void> {
    await this.removeVersions(versions);
    const { records } = await this.store();
    for (const indexId of new Set(versions.map((version) => version.indexId))) {
      const stored = await records.indexes.findById(indexId);
      if (stored) await (await this.open(stored)).purge?.();
    }
    await records.overwriteFreePages();
  }

  /** The error for a collection that is not there, naming those that are. */
  async unknown(collection: string): Promise<FootnoteError> {
    const store = await this.existingStore();
    const known = (await store?.records.listCollections())?.join(', ') || 'none';
    return new FootnoteError('collection_unknown', {
      collection,
      store: resolve(this.#options.directory),
      known,
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#store?.catch(() => undefined))?.close();
  }
}
