import type { Collection, Where } from 'chromadb';
import type { Chunk } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  EngineHit,
  Filter,
  FilteredCallOptions,
  IndexSpec,
  StoredValue,
  VectorCounts,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from '../../contracts/engine.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { requireList, requireNumber, requireObject } from '../../values/require-arguments.ts';
import { checkFilter, checkSelectors, checkVector, checkWrites } from '../check-input.ts';
import { type ChromaCondition, chromaCondition } from './chroma-filter.ts';
import {
  type ChromaRecord,
  chunkOf,
  type RecordPlace,
  recordId,
  recordKeys,
  recordPlace,
  recordsOf,
  upsertOf,
  windowsOf,
} from './chroma-records.ts';
import type { ChromaServer } from './chroma-server.ts';

/** Longest upsert: the server refuses requests of more than 40 MB, and indexes some 300 kB of text a second. */
const mostBytes = 4_000_000;

/** Most documents in one condition, and most ids in one request that reads text. */
const mostDocuments = 5000;
const mostTexts = 1000;

/** Numbers that one request gives back at most. */
const numbersRead = 100_000;

/**
 * Fewest records that a search asks for. The server looks no further in its graph than for so many as it is asked for,
 * whatever `ef_search` says: of 20 000 vectors it found .954 of the ten nearest when asked for 10, all of them when
 * asked for 200, a millisecond later.
 */
const fewestRecords = 200;

/** One chunk of very many windows does not make the next search large. */
const mostWindowsPerHit = 4;

/** The chunks of one index in a Chroma collection. */
export class ChromaStore implements ChunkStore {
  readonly spec: IndexSpec;
  readonly vectors: VectorIndex;
  readonly #server: ChromaServer;
  readonly #collection: { readonly id: string; readonly indexId: string };
  readonly #turns: Turns;
  /** Records that the last search came upon for each chunk: that many more are asked for at once. */
  #windowsPerHit = 1;

  constructor(server: ChromaServer, collectionId: string, spec: IndexSpec, turns: Turns) {
    this.spec = spec;
    this.#server = server;
    this.#collection = { id: collectionId, indexId: spec.id };
    this.#turns = turns;
    this.vectors = {
      search: (query) => this.#search(query),
      read: (chunkIds, options) => this.#readVectors(chunkIds, options),
      count: (options) => this.#countVectors(options),
    };
  }

  canFilter(filter: Filter): boolean {
    return chromaCondition(filter, this.spec.fields) !== undefined;
  }

  async write(batch: readonly ChunkWrite[], { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    checkWrites(batch);
    for (const { chunk, vectors } of batch)
      for (const vector of vectors) checkVector(vector, this.spec.dimension, `chunk ${chunk.id}`);
    // Of several with one id the last counts; one without a vector cannot be kept, and is none any more.
    const chunks = new Map(batch.map((write) => [write.chunk.id, recordsOf(write)]));
    const most = await this.#server.mostRecords({ signal });
    await this.#turns.take(async () => {
      for (const part of partsOf(chunks, most)) await this.#replace(part, most, signal);
    });
  }

  async remove(selectors: readonly ChunkSelector[], { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    checkSelectors(selectors);
    const most = await this.#server.mostRecords({ signal });
    await this.#turns.take(async () => {
      for (const where of selections(selectors)) {
        // In parts, each within its deadline: a document may have any number of chunks.
        const { ids } = await this.#use((collection) => collection.get({ where, include: [] }), { signal });
        for (const part of slices(ids, most)) await this.#delete(part, signal);
      }
    });
  }

  async get(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly Chunk[]> {
    requireList('chunkIds', chunkIds);
    throwIfAborted(signal);
    const chunks = new Map<string, Chunk>();
    for (const part of slices([...new Set(chunkIds)].filter(isStorable), mostTexts)) {
      const first = await this.#read(part, true, signal);
      const missing = part.filter((id) => !first.has(id));
      for (const found of [first, await this.#read(missing, false, signal)])
        for (const [id, { metadata, document }] of found) {
          const chunk = chunkOf(metadata, document);
          if (chunk !== undefined) chunks.set(id, chunk);
        }
    }
    return chunkIds.map((id) => chunks.get(id)).filter((chunk) => chunk !== undefined);
  }

  async versions({ signal }: CallOptions = {}): Promise<readonly { documentId: string; version: number }[]> {
    const { ids } = await this.#use((collection) => collection.get({ include: [] }), { signal });
    const documents = await this.#documentsOf(ids, signal);
    const byName = new Map(
      documents.flatMap((one) =>
        one?.document ? [[`${one.document.documentId}.${one.document.version}`, one.document]] : [],
      ),
    );
    return [...byName.values()];
  }

  async count({ filter, signal }: FilteredCallOptions = {}): Promise<number> {
    const condition = this.#conditionOf(filter);
    throwIfAborted(signal);
    if (condition === false) return 0;
    if (condition === true) return (await this.#countVectors({ signal })).chunks;
    const { ids } = await this.#use((collection) => collection.get({ where: condition, include: [] }), {
      signal,
    });
    return ids.filter((id) => recordPlace(id)?.window === 0).length;
  }

  async #readVectors(
    chunkIds: readonly string[],
    { signal }: CallOptions = {},
  ): Promise<readonly VectorWrite[]> {
    requireList('chunkIds', chunkIds);
    throwIfAborted(signal);
    const found: VectorWrite[] = [];
    for (const part of slices([...new Set(chunkIds)].filter(isStorable), this.#recordsRead)) {
      for (const isRegular of [true, false]) {
        const firsts = await this.#read(part, isRegular, signal, ['metadatas']);
        const records = new Map(
          Array.from(firsts, ([chunkId, { metadata }]) => [
            chunkId,
            Array.from({ length: windowsOf(metadata) }, (_, window) => recordId(chunkId, window, isRegular)),
          ]),
        );
        const vectors = await this.#vectorsOf([...records.values()].flat(), signal);
        for (const [chunkId, ids] of records)
          found.push({ chunkId, vectors: ids.flatMap((id) => vectors.get(id) ?? []) });
      }
    }
    return found.filter(({ vectors }) => vectors.length > 0);
  }

  /** Records whose vectors one request gives back. */
  get #recordsRead(): number {
    return Math.max(1, Math.min(mostTexts, Math.floor(numbersRead / this.spec.dimension)));
  }

  async #vectorsOf(
    records: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    for (const ids of slices(records, this.#recordsRead)) {
      const found = await this.#use((collection) => collection.get({ ids, include: ['embeddings'] }), {
        signal,
      });
      for (const [at, id] of found.ids.entries()) {
        const vector = found.embeddings[at];
        if (vector) vectors.set(id, Float32Array.from(vector));
      }
    }
    return vectors;
  }

  async #countVectors({ signal }: CallOptions = {}): Promise<VectorCounts> {
    const vectors = await this.#use((collection) => collection.count(), { signal });
    const where: Where = { [recordKeys.window]: { $gte: 1 } };
    const { ids } = await this.#use((collection) => collection.get({ where, include: [] }), { signal });
    return { vectors, chunks: vectors - ids.length };
  }

  async #search(query: VectorQuery): Promise<readonly EngineHit[]> {
    requireObject('query', query);
    const { vector, limit, filter, signal } = query;
    // However many: the core asks for more where it filters what is found.
    requireNumber('limit', limit, 1, Number.MAX_SAFE_INTEGER);
    requireObject('vector', vector);
    checkVector(vector, this.spec.dimension, 'the question');
    const condition = this.#conditionOf(filter);
    throwIfAborted(signal);
    if (condition === false) return [];
    const where = condition === true ? undefined : condition;
    const asked = { queryEmbeddings: [Array.from(vector)], include: ['distances' as const], where };
    const first = Math.max(fewestRecords, Math.ceil(limit * this.#windowsPerHit));
    for (let wanted = first; ; wanted *= 2) {
      const nResults = wanted;
      const { ids, distances } = await this.#use((collection) => collection.query({ ...asked, nResults }), {
        signal,
      });
      const records = ids[0] ?? [];
      const scores = scoresByChunk(records, distances[0] ?? []);
      if (scores.size < limit && records.length >= wanted) continue;
      if (scores.size > 0) this.#windowsPerHit = Math.min(mostWindowsPerHit, records.length / scores.size);
      return this.#hits(scores, limit, signal);
    }
  }

  /** The best by score, then by id. */
  async #hits(
    scores: ReadonlyMap<string, { readonly record: string; readonly score: number }>,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly EngineHit[]> {
    const best = Array.from(scores, ([chunkId, { record, score }]) => ({ chunkId, record, score }))
      .toSorted((left, right) => right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1))
      .slice(0, limit);
    const places = await this.#documentsOf(
      best.map(({ record }) => record),
      signal,
    );
    return best.flatMap(({ chunkId, score }, at) => {
      const document = places[at]?.document;
      return document === undefined ? [] : [{ chunkId, ...document, score }];
    });
  }

  /** What document version each record is of; of some it is read from their metadata. */
  async #documentsOf(
    records: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly (RecordPlace | undefined)[]> {
    const places = records.map(recordPlace);
    const unread = records.filter((_, at) => places[at] !== undefined && places[at].document === undefined);
    const documents = new Map<string, RecordPlace['document']>();
    for (const ids of slices(unread, mostTexts)) {
      const found = await this.#use((collection) => collection.get({ ids, include: ['metadatas'] }), {
        signal,
      });
      for (const [at, id] of found.ids.entries()) {
        const { [recordKeys.documentId]: documentId, [recordKeys.version]: version } =
          found.metadatas[at] ?? {};
        if (typeof documentId === 'string' && typeof version === 'number')
          documents.set(id, { documentId, version });
      }
    }
    return places.map(
      (place, at) => place && { ...place, document: place.document ?? documents.get(records[at] as string) },
    );
  }

  /** Errors: `filter_invalid`, also for what {@link canFilter} refuses. */
  #conditionOf(filter: Filter | undefined): ChromaCondition {
    if (filter === undefined) return true;
    const { fields } = this.spec;
    checkFilter(filter, fields);
    const condition = chromaCondition(filter, fields);
    if (condition !== undefined) return condition;
    throw new FootnoteError('filter_invalid', {
      problem: 'Chroma cannot apply it by itself',
      fields: Object.keys(fields).join(', ') || 'none',
    });
  }

  /** Puts records in the place of what their chunks have. */
  async #replace(chunks: RecordsByChunk, most: number, signal: AbortSignal | undefined): Promise<void> {
    const stale = await this.#stale(chunks, signal);
    // Before the new ones: what were left over after a broken write would be found for ever.
    for (const part of slices(stale, most)) await this.#delete(part, signal);
    const records = [...chunks.values()].flat();
    const kinds = [
      records.filter(({ document }) => document !== undefined),
      records.filter(({ document }) => document === undefined),
    ];
    for (const kind of kinds) {
      for (const part of slices(kind, most)) {
        const upsert = upsertOf(part);
        await this.#use((collection) => collection.upsert(upsert), { signal, isChange: true });
      }
    }
  }

  /**
   * The stored records of these chunks that an upsert does not replace: windows that they have no longer, and those
   * that have metadata which they have no longer, since Chroma keeps the keys that an upsert does not name.
   */
  async #stale(chunks: RecordsByChunk, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const written = new Map([...chunks.values()].flat().map((record) => [record.id, record]));
    const chunkIds = [...chunks.keys()].filter(isStorable);
    const stale: string[] = [];
    const firsts = [true, false].flatMap((isRegular) =>
      chunkIds.map((id) => [recordId(id, 0, isRegular), { id, isRegular }] as const),
    );
    if (firsts.length === 0) return stale;
    const chunkOfRecord = new Map(firsts);
    const ids = [...chunkOfRecord.keys()];
    const found = await this.#use((collection) => collection.get({ ids, include: ['metadatas'] }), {
      signal,
    });
    for (const [at, record] of found.ids.entries()) {
      const chunk = chunkOfRecord.get(record);
      const metadata = found.metadatas[at];
      if (!chunk) continue;
      const keys = Object.keys(metadata ?? {}).filter((key) => key !== recordKeys.chunk);
      for (let window = 0; window < windowsOf(metadata); window++) {
        const id = recordId(chunk.id, window, chunk.isRegular);
        const replacement = written.get(id)?.metadata;
        if (replacement === undefined || keys.some((key) => !(key in replacement))) stale.push(id);
      }
    }
    return stale;
  }

  /** The first windows of chunks, by the chunks' ids. */
  async #read(
    chunkIds: readonly string[],
    isRegular: boolean,
    signal: AbortSignal | undefined,
    include: ('metadatas' | 'documents')[] = ['metadatas', 'documents'],
  ) {
    const ids = chunkIds.map((id) => recordId(id, 0, isRegular));
    if (ids.length === 0) return new Map<string, never>();
    const found = await this.#use((collection) => collection.get({ ids, include }), { signal });
    return new Map(
      found.ids.map((id, at) => [
        recordPlace(id)?.chunkId ?? id,
        { metadata: found.metadatas[at], document: found.documents[at] },
      ]),
    );
  }

  async #delete(ids: string[], signal: AbortSignal | undefined): Promise<void> {
    await this.#use((collection) => collection.delete({ ids }), { signal, isChange: true });
  }

  #use<Result>(
    call: (collection: Collection) => Promise<Result>,
    options: CallOptions & { readonly isChange?: boolean },
  ): Promise<Result> {
    return this.#server.use(this.#collection, call, options);
  }
}

/** Removes every record of a collection, in parts. */
export async function removeAll(
  server: ChromaServer,
  collection: { readonly id: string; readonly indexId: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = await server.mostRecords({ signal });
  for (;;) {
    const { ids } = await server.use(collection, (each) => each.get({ limit, include: [] }), { signal });
    if (ids.length === 0) return;
    await server.use(collection, (each) => each.delete({ ids }), { signal, isChange: true });
  }
}

/** Shows every record of a collection, with all but its vector. */
export async function readAll(
  server: ChromaServer,
  collection: { readonly id: string; readonly indexId: string },
  visit: (stored: Pick<StoredValue, 'of' | 'value'>) => void | Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = await server.mostRecords({ signal });
  for (let offset = 0; ; offset += limit) {
    const page = { limit, offset, include: ['metadatas' as const, 'documents' as const] };
    const { ids, metadatas, documents } = await server.use(collection, (each) => each.get(page), { signal });
    for (const [at, id] of ids.entries()) {
      const { [recordKeys.documentId]: documentId, [recordKeys.version]: version } = metadatas[at] ?? {};
      const isOne = typeof documentId === 'string' && typeof version === 'number';
      const value = { id, metadata: metadatas[at], document: documents[at] };
      await visit({ of: isOne ? { documentId, version } : undefined, value });
    }
    if (ids.length < limit) return;
  }
}

/** Changes to one index, one after another. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<Result>(change: () => Promise<Result>): Promise<Result> {
    const taken = this.#last.then(change);
    this.#last = taken.catch(() => {});
    return taken;
  }

  /** Resolves when all that was begun is over. */
  async ended(): Promise<void> {
    await this.#last;
  }
}

/** The best score of each chunk among its windows, and which record has it. */
function scoresByChunk(records: readonly string[], distances: readonly (number | null)[]) {
  const scores = new Map<string, { readonly record: string; readonly score: number }>();
  for (const [at, record] of records.entries()) {
    const chunkId = recordPlace(record)?.chunkId;
    const distance = distances[at];
    if (chunkId === undefined || typeof distance !== 'number') continue;
    // The distance of a vector to itself may come out a little below 0.
    const score = Math.min(1, Math.max(-1, 1 - distance));
    if (score > (scores.get(chunkId)?.score ?? Number.NEGATIVE_INFINITY))
      scores.set(chunkId, { record, score });
  }
  return scores;
}

/** Chunks with the records that they are to have. */
type RecordsByChunk = ReadonlyMap<string, readonly ChromaRecord[]>;

/** Chunks in parts that one upsert takes, or that are of one chunk. */
function* partsOf(chunks: RecordsByChunk, most: number): Generator<RecordsByChunk> {
  let part = new Map<string, readonly ChromaRecord[]>();
  let records = 0;
  let bytes = 0;
  for (const [id, own] of chunks) {
    const length = own.reduce((sum, record) => sum + record.bytes, 0);
    // One that is only taken away counts as one as well.
    const count = Math.max(1, own.length);
    if (part.size > 0 && (records + count > most || bytes + length > mostBytes)) {
      yield part;
      [part, records, bytes] = [new Map(), 0, 0];
    }
    part.set(id, own);
    records += count;
    bytes += length;
  }
  if (part.size > 0) yield part;
}

/** Conditions that the chunks of these selectors meet; ids that the server does not take are nobody's. */
function* selections(selectors: readonly ChunkSelector[]): Generator<Where> {
  const byVersion = Map.groupBy(
    selectors.filter(({ documentId }) => isStorable(documentId)),
    ({ version }) => version,
  );
  for (const [version, selected] of byVersion) {
    const ids = [...new Set(selected.map(({ documentId }) => documentId))];
    for (const documents of slices(ids, mostDocuments)) {
      const where: Where = { [recordKeys.documentId]: { $in: documents } };
      yield version === undefined ? where : { $and: [where, { [recordKeys.version]: version }] };
    }
  }
}

function isStorable(id: string): boolean {
  return id.isWellFormed();
}

function* slices<T>(list: readonly T[], length: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += length) yield list.slice(at, at + length);
}
