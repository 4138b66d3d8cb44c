import type { Analyser } from '../contracts/analyser.ts';
import type { ErasedPlace } from '../contracts/conversation.ts';
import type { DocumentSummary } from '../contracts/document.ts';
import type { IndexedVersion } from '../contracts/document-records.ts';
import type { Engine, FieldTypes, Filter, SearchIndex } from '../contracts/engine.ts';
import type { CollectionFacts, CollectionIndex, IndexStamp, Records } from '../contracts/records.ts';
import { CompleteEngine, type StoredReader } from '../engines/complete/complete-engine.ts';
import { embeddedEngine } from '../engines/embedded/embedded-engine.ts';
import type { NamedEngine } from '../engines/server-engine.ts';
import { FootnoteError } from '../errors.ts';
import { engineText, requireSameStamp } from '../records/indexes/index-stamp.ts';
import type { LookedThrough } from './receipts.ts';
import { makeStoreFolder } from './store.ts';
import { StoredCollections, type StoredCollectionsOptions } from './stored-collections.ts';

/** A collection that is ready to be searched. */
export interface OpenCollection {
  readonly records: Records;
  readonly index: SearchIndex;
  readonly facts: CollectionFacts;
}

/** What a process works with beside the store. */
interface CollectionsOptions extends StoredCollectionsOptions {
  readonly analyser: Analyser;
  /** The engine of new indexes; undefined for the embedded one, in the store's file. */
  readonly engine: NamedEngine | undefined;
  /**
   * Makes the engine that lies beside one that lacks something, where it is not the embedded one: where a server keeps
   * the records, every process must see it.
   */
  readonly beside: (() => Promise<Engine>) | undefined;
  /** What this process would stamp an index with, if it is to be of the same embedder, should that be there. */
  readonly stampOf: (index: Pick<CollectionIndex, 'embedder'>) => IndexStamp;
  /** All fields of an index in which these are declared. */
  readonly indexFields: (declared: FieldTypes) => FieldTypes;
}

/** The store of a process and the indexes in it that are open. Nothing is opened before it is needed. */
export class Collections extends StoredCollections {
  readonly #options: CollectionsOptions;
  readonly #open = new Map<string, SearchIndex>();
  /** Those that can be reached beside the embedded one; that of the settings first. */
  readonly #reachable: NamedEngine[] = [];
  readonly #engines = new Map<string, Promise<CompleteEngine>>();

  constructor(options: CollectionsOptions) {
    super(options);
    this.#options = options;
    if (options.engine) this.addEngine(options.engine);
  }

  /** Lets indexes be opened in another engine too: one that a collection is moved to. */
  addEngine(engine: NamedEngine): void {
    const isKnown = this.#reachable.some(({ name, place }) => name === engine.name && place === engine.place);
    if (!isKnown) this.#reachable.push(engine);
  }

  /**
   * A collection to ask, by its live index of this moment: another process may have put a new one in its place.
   * Errors: `collection_unknown`, `index_mismatch`.
   */
  async find(collection: string): Promise<OpenCollection> {
    const store = await this.existingStore();
    const facts = await store?.records.collectionFacts(collection);
    if (!store || !facts) throw await this.unknown(collection);
    this.requireStamp(collection, facts.index, 'engine');
    return { records: store.records, index: await this.open(facts.index), facts };
  }

  /**
   * Refuses an index that questions of this process cannot be compared with. Errors: `index_mismatch`.
   * @param parts what else has to be the same
   */
  requireStamp(collection: string, index: CollectionIndex, ...parts: readonly 'engine'[]): void {
    // How a document was cut matters to the next ingest, not to a question.
    requireSameStamp(collection, index, this.#options.stampOf(index), ['embedder', 'analyser', ...parts]);
  }

  /** An index of the store, live or not. */
  async open(stored: CollectionIndex): Promise<SearchIndex> {
    const known = this.#open.get(stored.id);
    if (known) return known;
    const engine = await this.#engineOf(stored);
    const { id, collection, dimension } = stored;
    const fields = this.#options.indexFields(stored.fields);
    const index = await engine.open({ id, collection, dimension, fields });
    await this.#requireHere(stored, index).catch(async (error: unknown) => {
      // What was made there just now, and was never there before, is nobody's.
      if (!this.canReach(stored) && (await index.count()) === 0) await engine.drop(id);
      throw error;
    });
    await this.#noteMove(stored);
    this.#open.set(id, index);
    return index;
  }

  /**
   * Refuses an index without a passage or a vector, where the records list documents that have some: they lie in
   * another place than the settings say, and questions would find nothing. Errors: `store_unavailable`.
   */
  async #requireHere(stored: CollectionIndex, index: SearchIndex): Promise<void> {
    const { id, collection, engine } = stored;
    const { records, file, place } = await this.store();
    const isEmbedded = engine === 'embedded';
    if (isEmbedded && file === place) return;
    const { documents } = await records.library.page(collection, { search: '', limit: 20, offset: 0 });
    if (documents.length === 0 || (await holdsSome(documents, index))) return;
    // Another process may have put a new index in its place meanwhile.
    if ((await records.indexes.find(collection))?.id !== id) return;
    throw new FootnoteError('store_unavailable', {
      path: isEmbedded ? file : engine,
      reason: isEmbedded
        ? `the passages of the collection "${collection}" lie on another machine`
        : `it has no passages of the collection "${collection}" in this place${putElsewhere(stored, this.#engineNamed(stored))}`,
      remedy: isEmbedded
        ? 'Move them there to an engine that all machines reach, with footnote move --to postgresql'
        : `Check engine.url and engine.name; if they are lost, rebuild them from the stored text with footnote reindex --collection ${collection}`,
    });
  }

  /** A server that has another address than it had: what was found there says that it is the same. */
  async #noteMove(stored: CollectionIndex): Promise<void> {
    const engine = this.#engineNamed(stored);
    if (!engine || engine.place === '' || engine.place === stored.place) return;
    const { records, readOnly } = await this.store();
    if (!readOnly) await records.indexes.relocate(stored.id, engine.place);
  }

  /**
   * Drops an index that is not live and forgets it. Returns false where its engine cannot be reached: it stays
   * there, of no use to anyone.
   */
  async drop(index: CollectionIndex): Promise<boolean> {
    const { id } = index;
    const { records } = await this.store();
    const isReachable = this.canReach(index);
    await records.indexes.retire(id);
    this.#open.delete(id);
    if (isReachable) await (await this.#engineOf(index)).drop(id);
    await records.indexes.forget(id);
    return isReachable;
  }

  /** Removes the chunks of versions that no reader sees from every index that has some, then forgets them. */
  async removeVersions(versions: readonly IndexedVersion[]): Promise<void> {
    const { records } = await this.store();
    for (const [indexId, removable] of Map.groupBy(versions, (version) => version.indexId)) {
      const stored = await records.indexes.findById(indexId);
      // Of a collection that is being moved: whoever can reach the other engine removes them there.
      if (stored && !this.canReach(stored)) continue;
      if (stored) await (await this.open(stored)).remove(removable);
      await records.documents.forget(removable);
    }
  }

  /**
   * Removes versions like {@link removeVersions} and leaves no trace of them in the file: what was derived from them
   * is written anew, and what they took up is overwritten. Costs as much as the index is large.
   */
  async eraseVersions(versions: readonly IndexedVersion[]): Promise<readonly ErasedPlace[]> {
    await this.removeVersions(versions);
    const { records, place } = await this.store();
    const places: ErasedPlace[] = [];
    for (const indexId of new Set(versions.map((version) => version.indexId))) {
      const stored = await records.indexes.findById(indexId);
      if (!stored) continue;
      const index = { place: `index ${indexId}, engine ${engineText(stored)}` };
      if (!this.canReach(stored)) {
        places.push({ ...index, done: 'not reached: whoever can reach it removes them there' });
        continue;
      }
      await (await this.open(stored)).purge?.();
      places.push({
        ...index,
        done: 'passages and vectors removed, what was derived from them written anew',
      });
    }
    await records.erasePages?.();
    const done = records.erasePages
      ? 'rows removed, free pages and the write-ahead log overwritten with zeros'
      : 'rows removed; what the server keeps of them until it cleans up is its own';
    return [...places, { place, done }];
  }

  /**
   * Everything that something of the store may be kept in; undefined where there is no store. Engines that the settings
   * do not name are said.
   */
  async lookedThrough(): Promise<LookedThrough | undefined> {
    const store = await this.existingStore();
    if (!store) return undefined;
    const { records } = store;
    const readers: StoredReader[] = [];
    if (records.readStored)
      readers.push({
        place: store.place,
        isFile: false,
        read: (visit) => records.readStored?.(visit) ?? Promise.resolve(),
      });
    for (const engine of this.#reachable) readers.push(...(await (await this.#opened(engine)).readers()));
    const notRead: string[] = [];
    for (const collection of await records.listCollections()) {
      const index = await records.indexes.find(collection);
      if (index && !this.canReach(index))
        notRead.push(`the engine ${engineText(index)}, which has the collection "${collection}"`);
    }
    return {
      store,
      directory: this.directory,
      readers: readers.filter(({ isFile }) => !isFile),
      notRead,
    };
  }

  protected override async closeEngine(): Promise<void> {
    for (const engine of this.#engines.values()) await (await engine.catch(() => undefined))?.close();
  }

  /** The engine that an index lives in. Errors: `index_mismatch` where the settings name another. */
  #engineOf(index: CollectionIndex): Promise<CompleteEngine> {
    const engine = this.#engineNamed(index);
    if (!engine && index.engine !== 'embedded')
      requireSameStamp(index.collection, index, this.#options.stampOf(index), ['engine']);
    return this.#opened(engine);
  }

  /**
   * The engine that an index lives in, of those within reach; else the one of its name, whose address may be another by
   * now. Undefined for the embedded one.
   */
  #engineNamed(index: CollectionIndex): NamedEngine | undefined {
    const named = this.#reachable.filter(({ name }) => name === index.engine);
    return named.find(({ place }) => place === index.place) ?? named[0];
  }

  /** Whether this process knows how to reach the engine that an index lives in. */
  canReach(index: CollectionIndex): boolean {
    if (index.engine === 'embedded') return true;
    const place = this.#engineNamed(index)?.place;
    return place !== undefined && (place === '' || index.place === '' || place === index.place);
  }

  /** An engine, opened once. */
  #opened(engine: NamedEngine | undefined): Promise<CompleteEngine> {
    const key = engine ? `${engine.name} ${engine.place}` : 'embedded';
    const known = this.#engines.get(key);
    if (known) return known;
    const opening = this.#openEngine(engine);
    this.#engines.set(key, opening);
    // The next call tries again: what was wrong may be mended by then.
    opening.catch(() => this.#engines.delete(key));
    return opening;
  }

  async #openEngine(engine: NamedEngine | undefined): Promise<CompleteEngine> {
    const { analyser, beside, directory } = this.#options;
    const { file, readOnly, records } = await this.store();
    const embedded = async () => {
      // Where a server keeps the records, nobody has made it yet.
      makeStoreFolder(directory);
      return embeddedEngine({ file, analyser, readOnly });
    };
    if (!engine) return new CompleteEngine({ engine: await embedded(), analyser });
    const { library } = records;
    const opened = await engine.open(
      async ({ documentId, version }) => (await library.text(documentId, version))?.path,
    );
    return new CompleteEngine({ engine: opened, analyser, beside: beside ?? embedded });
  }
}

/** Where an index is that is not where it is looked for. */
function putElsewhere({ place }: CollectionIndex, engine: NamedEngine | undefined): string {
  const isElsewhere = engine !== undefined && place !== '' && place !== engine.place;
  return isElsewhere ? `, ${engine.place}: they were put at ${place}` : '';
}

/**
 * Whether an index holds passages, and vectors where documents have some. Those of a few documents are looked for
 * first, which a server finds sooner than it counts all.
 */
async function holdsSome(documents: readonly DocumentSummary[], index: SearchIndex): Promise<boolean> {
  if ((await index.count({ filter: among(documents) })) === 0 && (await index.count()) === 0) return false;
  const embedded = documents.filter(({ embeddedChunks }) => embeddedChunks > 0);
  if (embedded.length === 0) return true;
  const vector = new Float32Array(index.spec.dimension);
  vector[0] = 1;
  const [nearest] = await index.vectors.search({ vector, limit: 1, filter: among(embedded) });
  return nearest !== undefined || (await index.vectors.count()).vectors > 0;
}

function among(documents: readonly DocumentSummary[]): Filter {
  return { field: 'documentId', op: 'in', value: documents.map(({ documentId }) => documentId) };
}
