import type { Schemas } from '@qdrant/js-client-rest';
import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  EngineHit,
  FieldStatistics,
  Filter,
  FilteredCallOptions,
  IndexSpec,
  IndexTerm,
  SoughtTerm,
  TermField,
  TermHit,
  TermIndex,
  TermQuery,
  VectorCounts,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from '../../contracts/engine.ts';
import { FootnoteError, isFootnoteError, throwIfAborted } from '../../errors.ts';
import { unusable } from '../../values/require-arguments.ts';
import { inverseDocumentFrequency } from '../bm25.ts';
import { checkFilter, checkVector } from '../check-input.ts';
import { type ChunkTerms, chunkTerms, termFields } from '../chunk-terms.ts';
import type { ChunkMetadataTable } from './chunk-metadata.ts';
import { type CompiledFilter, compileFilter } from './qdrant-filter.ts';
import {
  type AverageLengths,
  chunkKeys,
  chunkOf,
  denseVector,
  documentVersion,
  hitKeys,
  pointId,
  pointOf,
  readDocumentVersion,
  readWindows,
  sparseQuery,
  sparseVector,
  termHitKeys,
  textsOf,
  windowsOf,
} from './qdrant-point.ts';
import type { QdrantServer } from './qdrant-server.ts';

/** What a store is made of. */
export interface QdrantStoreOptions {
  readonly server: QdrantServer;
  readonly spec: IndexSpec;
  /**
   * What the Qdrant collection is called in which the index lies beside others. The name goes when the index is
   * dropped, and with it every handle on it.
   */
  readonly alias: string;
  readonly analyser: Analyser;
  /** How many candidates a vector search keeps while it walks the graph. */
  readonly efSearch: number;
  readonly payload?: ((chunk: Chunk) => Readonly<Record<string, unknown>>) | undefined;
  readonly chunkMetadata?: ChunkMetadataTable | undefined;
}

/** Points of one request: more make no write faster, and a request too large for a server's limit. */
const batchSize = 100;
const readSize = 500;

/** Numbers that one request gives back at most, of chunks with one vector. */
const numbersRead = 100_000;

/** Requests of one call that are under way at a time. */
const partsAtOnce = 4;

/** Calls that go through all points of an index may take so many times the time of others. */
const patience = 12;

/** How long the lengths of fields serve statistics where this process has written nothing, in milliseconds. */
const lengthsKeptMs = 10_000;

/** How long what only candidates are weighed with is good for, in milliseconds. */
const weighingKeptMs = 60_000;

/** Most terms whose frequencies are remembered for weighing. */
const mostRemembered = 50_000;

/** An index that holds so much of its Qdrant collection is weighed as if it were alone there. */
const nearlyAll = 0.95;

/** Most terms of a field that are listed rather than counted one by one. */
const mostListed = 5000;

/** Values that a facet lists at first; asked again for ten times as many where there may be more. */
const facetSize = 100_000;

/** One index within a Qdrant collection. */
export class QdrantStore implements ChunkStore {
  readonly spec: IndexSpec;
  readonly vectors: VectorIndex;
  readonly terms: TermIndex;
  readonly #options: QdrantStoreOptions;
  /** Writes are applied one after another; this settles with the last one. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Counts this process's writes. */
  #writes = 0;
  #lengths: (Timed & { readonly of: FieldStatistics['fields']; readonly writes: number }) | undefined;
  #averages: (Timed & { readonly of: AverageLengths }) | undefined;
  #population: (Timed & { readonly own: number; readonly all: number }) | undefined;
  readonly #shortLists = new Map<
    OtherField,
    Timed & { readonly of: Promise<ShortList>; readonly writes: number }
  >();
  readonly #counted = new Map<string, Timed & { readonly chunks: number }>();

  constructor(options: QdrantStoreOptions) {
    this.#options = options;
    this.spec = options.spec;
    this.vectors = {
      add: (batch, call) => this.#addVectors(batch, call),
      search: (query) => this.#searchVectors(query),
      read: (chunkIds, call) => this.#readVectors(chunkIds, call),
      count: (call) => this.#countVectors(call),
    };
    this.terms = {
      search: (query) => this.#searchTerms(query),
      statistics: (terms, call) => this.#statistics(terms, call),
      vocabulary: (call) => this.#vocabulary(call),
    };
  }

  canFilter(filter: Filter): boolean {
    return compileFilter(filter, this.spec.fields) !== undefined;
  }

  async write(batch: readonly ChunkWrite[], { signal }: CallOptions = {}): Promise<void> {
    const { server, analyser, chunkMetadata } = this.#options;
    server.enter(signal);
    for (const { chunk, vectors } of batch) this.#checkVectors(`chunk ${chunk.id}`, vectors);
    // Of several chunks with one id the last counts.
    const distinct = [...new Map(batch.map((one) => [one.chunk.id, one])).values()];
    await this.#inTurn(async () => {
      let averages: Promise<AverageLengths> | undefined;
      // The server takes the last ones in while the next ones are analysed.
      await inParts(distinct, batchSize, async (part) => {
        throwIfAborted(signal);
        const analysed = part.map((one) => ({ ...one, terms: chunkTerms(one.chunk, analyser) }));
        averages ??= this.#averageLengths(
          analysed.map(({ terms }) => terms),
          signal,
        );
        const lengths = await averages;
        const points = analysed.map((one) =>
          pointOf({
            ...one,
            indexId: this.spec.id,
            averages: lengths,
            besides: this.#options.payload?.(one.chunk),
          }),
        );
        await this.#upsert(points, signal);
      });
      await chunkMetadata?.upsert(
        this.spec.id,
        distinct.map(({ chunk }) => chunk),
        { signal },
      );
    });
  }

  async remove(selectors: readonly ChunkSelector[], { signal }: CallOptions = {}): Promise<void> {
    const { server, chunkMetadata } = this.#options;
    server.enter(signal);
    if (selectors.length === 0) return;
    const whole = selectors.filter(({ version }) => version === undefined);
    const versions = selectors.flatMap(({ documentId, version }) =>
      version === undefined ? [] : [documentVersion(documentId, version)],
    );
    await this.#inTurn(async () => {
      for (const values of parts(
        whole.map(({ documentId }) => documentId.toWellFormed()),
        readSize,
      ))
        await this.#delete({ key: 'document_id', match: { any: values } }, signal);
      for (const values of parts(versions, readSize))
        await this.#delete({ key: 'document_version', match: { any: values } }, signal);
      await chunkMetadata?.remove(selectors, { signal });
    });
  }

  async get(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly Chunk[]> {
    const { alias } = this.#options;
    this.#options.server.enter(signal);
    const chunks = new Map<string, Chunk>();
    await inParts([...new Set(chunkIds)], readSize, async (ids) => {
      const points = await this.#ask(
        (api, init) =>
          api.getPoints(
            {
              collection_name: alias,
              ids: ids.map((id) => pointId(this.spec.id, id)),
              with_payload: [...chunkKeys],
              with_vector: false,
            },
            init,
          ),
        { signal },
      );
      for (const { payload } of points) {
        const chunk = chunkOf(payload);
        if (chunk) chunks.set(chunk.id, chunk);
      }
    });
    return chunkIds.flatMap((id) => chunks.get(id) ?? []);
  }

  async versions({ signal }: CallOptions = {}): Promise<readonly { documentId: string; version: number }[]> {
    this.#options.server.enter(signal);
    const counts = await this.#facet('document_version', signal);
    return counts.flatMap(({ value }) => readDocumentVersion(String(value)) ?? []);
  }

  async count({ filter, signal }: FilteredCallOptions = {}): Promise<number> {
    this.#options.server.enter(signal);
    const compiled = this.#compiled(filter);
    return this.#count(compiled, [], signal);
  }

  async #addVectors(batch: readonly VectorWrite[], { signal }: CallOptions = {}): Promise<void> {
    this.#options.server.enter(signal);
    for (const { chunkId, vectors } of batch) this.#checkVectors(`chunk ${chunkId}`, vectors);
    const distinct = [...new Map(batch.map((one) => [one.chunkId, one])).values()];
    await this.#inTurn(async () => {
      for (const part of parts(distinct, batchSize)) {
        throwIfAborted(signal);
        await this.#setVectors(part, signal);
      }
    });
  }

  /** A point that is removed in between makes the server refuse them all, so what is there is looked up again. */
  async #setVectors(batch: readonly VectorWrite[], signal: AbortSignal | undefined): Promise<void> {
    const { alias } = this.#options;
    const ids = batch.map(({ chunkId }) => pointId(this.spec.id, chunkId));
    for (let tries = 1; ; tries++) {
      const known = await this.#ask(
        (api, init) =>
          api.getPoints({ collection_name: alias, ids, with_payload: false, with_vector: false }, init),
        { signal },
      );
      const there = new Set(known.map(({ id }) => id));
      const held = batch
        .map(({ vectors }, at) => ({ id: ids[at] as string, vectors }))
        .filter(({ id }) => there.has(id));
      if (held.length === 0) return;
      try {
        await this.#writeOnceMore(
          () =>
            this.#ask(
              (api, init) =>
                api.batchUpdate(
                  { collection_name: alias, wait: true, operations: vectorOperations(held) },
                  init,
                ),
              { signal },
            ),
          signal,
        );
        return;
      } catch (error) {
        const isGone = isFootnoteError(error) && error.code === 'engine_rejected' && tries < 3;
        if (!isGone || !/No point with id/.test(error.message)) throw error;
      }
    }
  }

  async #searchVectors({ vector, limit, filter, signal }: VectorQuery): Promise<readonly EngineHit[]> {
    this.#options.server.enter(signal);
    this.#checkVectors('the question', [vector]);
    const compiled = this.#compiled(filter);
    // Of equal scores at the limit the server returns any: with those behind it, which come first can be told.
    for (let besides = tiesRead; ; besides = mostTies) {
      const asked = limit + besides;
      const hits = await this.#query(
        {
          query: Array.from(vector),
          using: denseVector,
          params: { hnsw_ef: Math.max(this.#options.efSearch, asked) },
          limit: asked,
        },
        compiled,
        signal,
      );
      if (besides < mostTies && hits.length === asked && hits.at(-1)?.score === hits[limit - 1]?.score)
        continue;
      const clamped = hits.map((hit) => ({ ...hit, score: Math.max(-1, Math.min(1, hit.score)) }));
      return clamped.toSorted(bestFirst).slice(0, limit);
    }
  }

  /** Normalised by the server as well: unit vectors come back as they were, but for the last digit. */
  async #readVectors(
    chunkIds: readonly string[],
    { signal }: CallOptions = {},
  ): Promise<readonly VectorWrite[]> {
    const { server, alias } = this.#options;
    server.enter(signal);
    const found: VectorWrite[] = [];
    const atOnce = Math.max(1, Math.min(readSize, Math.floor(numbersRead / this.spec.dimension)));
    await inParts([...new Set(chunkIds)], atOnce, async (part) => {
      const ids = new Map(part.map((id) => [pointId(this.spec.id, id), id]));
      const points = await this.#ask(
        (api, init) =>
          api.getPoints(
            {
              collection_name: alias,
              ids: [...ids.keys()],
              with_payload: ['windows'],
              with_vector: [denseVector],
            },
            init,
          ),
        { signal },
      );
      for (const { id, vector, payload } of points) {
        const chunkId = ids.get(String(id));
        const vectors = readWindows(vector, Number(payload?.['windows']));
        if (chunkId !== undefined && vectors.length > 0) found.push({ chunkId, vectors });
      }
    });
    return found;
  }

  async #countVectors({ signal }: CallOptions = {}): Promise<VectorCounts> {
    this.#options.server.enter(signal);
    const windows = await this.#facet('windows', signal);
    let vectors = 0;
    let chunks = 0;
    for (const { value, count } of windows) {
      vectors += Number(value) * count;
      if (Number(value) > 0) chunks += count;
    }
    return { vectors, chunks };
  }

  async #searchTerms({ terms, limit, filter, signal }: TermQuery): Promise<readonly TermHit[]> {
    this.#options.server.enter(signal);
    const compiled = this.#compiled(filter);
    const query = sparseQuery(this.spec.id, await this.#weighed(terms, signal));
    const hits = await this.#query({ query, using: sparseVector, limit }, compiled, signal, termHitKeys);
    return hits.filter(({ score }) => score > 0).toSorted(bestFirst);
  }

  async #statistics(
    terms: readonly Pick<SoughtTerm, 'field' | 'term'>[],
    { filter, signal }: FilteredCallOptions = {},
  ): Promise<FieldStatistics> {
    this.#options.server.enter(signal);
    const compiled = this.#compiled(filter);
    const [chunks, fields, frequencies] = await Promise.all([
      this.#count(compiled, [], signal),
      this.#fieldLengths(signal),
      compiled === 'all'
        ? this.#frequencies(terms, signal)
        : Promise.all(terms.map((term) => this.#count(compiled, [conditionOf(term)], signal))),
    ]);
    return { chunks, fields, frequencies };
  }

  /**
   * Of the content each term is counted by itself. Of titles and headings, which have few terms, it is looked up in the
   * list of them all, unless the content does not hold it: whether nothing does must be known as of now.
   */
  async #frequencies(
    terms: readonly Pick<SoughtTerm, 'field' | 'term'>[],
    signal: AbortSignal | undefined,
  ): Promise<readonly number[]> {
    const inContent = new Map<string, number>();
    const ofContent = terms.filter(({ field }) => field === 'content');
    await Promise.all(
      ofContent.map(async (sought) => inContent.set(sought.term, await this.#frequency(sought, signal))),
    );
    return Promise.all(
      terms.map(async (sought) => {
        const { field, term } = sought;
        const held = inContent.get(term);
        if (field === 'content') return held ?? 0;
        const list = held ? await this.#shortList(field) : undefined;
        return list ? (list.get(term) ?? 0) : this.#frequency(sought, signal);
      }),
    );
  }

  /**
   * The terms of a field with how many chunks hold each; undefined where there are many. Questions share what is read:
   * none of them stops it.
   */
  #shortList(field: OtherField): Promise<ShortList> {
    const writes = this.#writes;
    const known = this.#shortLists.get(field);
    if (isFresh(known, lengthsKeptMs) && known.writes === writes) return known.of;
    const of = this.#readShortList(field);
    this.#shortLists.set(field, { of, writes, atMs: performance.now() });
    // What failed is asked for again; who waits for it is told.
    of.catch(() => this.#shortLists.delete(field));
    return of;
  }

  async #readShortList(field: OtherField): Promise<ShortList> {
    const { alias: collection_name } = this.#options;
    const key = `terms.${field}`;
    const filter = this.#within('all');
    const { hits } = await this.#ask((api, init) =>
      api.facet({ collection_name, key, limit: mostListed, exact: true, filter }, init),
    );
    if (hits.length === mostListed) return undefined;
    return new Map(hits.map(({ value, count }) => [String(value), count]));
  }

  /** Chunks that hold a term, remembered for {@link QdrantStore.#weighed}. */
  async #frequency(
    sought: Pick<SoughtTerm, 'field' | 'term'>,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const chunks = await this.#count('all', [conditionOf(sought)], signal);
    if (this.#counted.size >= mostRemembered) this.#counted.clear();
    this.#counted.set(`${sought.field} ${sought.term}`, { chunks, atMs: performance.now() });
    return chunks;
  }

  /**
   * The server knows how rare a term is among all points of its collection, whose index is part of the term: what it
   * counts are the chunks of this index, but of how many it takes them for is wrong beside others. The weights make up
   * for it: each is multiplied with the inverse document frequency there should be, over the one there will be.
   */
  async #weighed(
    terms: readonly SoughtTerm[],
    signal: AbortSignal | undefined,
  ): Promise<readonly SoughtTerm[]> {
    const { own, all } = await this.#populations(signal);
    if (own >= nearlyAll * all) return terms;
    return Promise.all(
      terms.map(async (sought) => {
        const known = this.#counted.get(`${sought.field} ${sought.term}`);
        const chunks = isFresh(known, weighingKeptMs) ? known.chunks : await this.#frequency(sought, signal);
        const correction =
          inverseDocumentFrequency(Math.max(own, chunks), chunks) / inverseDocumentFrequency(all, chunks);
        return { ...sought, weight: sought.weight * correction };
      }),
    );
  }

  async #populations(
    signal: AbortSignal | undefined,
  ): Promise<{ readonly own: number; readonly all: number }> {
    if (isFresh(this.#population, weighingKeptMs)) return this.#population;
    const { alias: collection_name } = this.#options;
    const [own, { count: all }] = await Promise.all([
      this.#count('all', [], signal),
      this.#ask((api, init) => api.countPoints({ collection_name, exact: false }, init), { signal }),
    ]);
    this.#population = { own, all, atMs: performance.now() };
    return this.#population;
  }

  async #vocabulary({ signal }: CallOptions = {}): Promise<readonly IndexTerm[]> {
    this.#options.server.enter(signal);
    const terms = new Map<string, number>();
    for (const field of ['content', 'title', 'headingPath'] as const)
      for (const { value, count } of await this.#facet(`terms.${field}`, signal))
        terms.set(String(value), Math.max(count, terms.get(String(value)) ?? 0));
    return Array.from(terms, ([term, chunks]) => ({ term, chunks }));
  }

  async #fieldLengths(signal: AbortSignal | undefined): Promise<FieldStatistics['fields']> {
    const writes = this.#writes;
    if (isFresh(this.#lengths, lengthsKeptMs) && this.#lengths.writes === writes) return this.#lengths.of;
    const counted = termFields.map(async (field) => {
      let chunks = 0;
      let length = 0;
      for (const { value, count } of await this.#facet(`lengths.${field}`, signal)) {
        chunks += count;
        length += Number(value) * count;
      }
      return [field, { chunks, length }] as const;
    });
    const of = Object.fromEntries(await Promise.all(counted)) as FieldStatistics['fields'];
    this.#lengths = { of, writes, atMs: performance.now() };
    return of;
  }

  /** Those of the index and of what is being written to it. */
  async #averageLengths(
    written: readonly ChunkTerms[],
    signal: AbortSignal | undefined,
  ): Promise<AverageLengths> {
    if (isFresh(this.#averages, weighingKeptMs)) return this.#averages.of;
    const held = await this.#fieldLengths(signal);
    const averages = termFields.map((field) => {
      const filled = written.map((terms) => terms[field]).filter(({ frequencies }) => frequencies.size > 0);
      const length = filled.reduce((sum, one) => sum + one.length, held[field].length);
      return [field, length / Math.max(1, held[field].chunks + filled.length)] as const;
    });
    const of = Object.fromEntries(averages) as AverageLengths;
    this.#averages = { of, atMs: performance.now() };
    return of;
  }

  async #upsert(points: Schemas['PointStruct'][], signal: AbortSignal | undefined): Promise<void> {
    const { alias } = this.#options;
    await this.#writeOnceMore(
      () =>
        this.#carryOut(
          (api, init) => api.upsertPoints({ collection_name: alias, wait: true, points }, init),
          { signal },
        ),
      signal,
    );
  }

  /** A batch that failed for a reason that may pass is written once more, and then reported. */
  async #writeOnceMore(write: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
    try {
      await write();
    } catch (error) {
      throwIfAborted(signal);
      if (!isFootnoteError(error) || !error.retryable) throw error;
      await write();
    }
  }

  async #delete(condition: Schemas['Condition'], signal: AbortSignal | undefined): Promise<void> {
    const { alias } = this.#options;
    await this.#carryOut(
      (api, init) =>
        api.deletePoints(
          { collection_name: alias, wait: true, filter: { must: [this.#tenant, condition] } },
          init,
        ),
      { signal, timeoutMs: this.#options.server.timeoutMs * patience },
    );
  }

  async #query(
    query: Pick<Schemas['QueryRequest'], 'query' | 'using' | 'params' | 'limit'>,
    filter: CompiledFilter,
    signal: AbortSignal | undefined,
    keys: readonly string[] = hitKeys,
  ): Promise<TermHit[]> {
    if (filter === 'none') return [];
    const { alias } = this.#options;
    const { points } = await this.#ask(
      (api, init) =>
        api.queryPoints(
          {
            collection_name: alias,
            ...query,
            filter: this.#within(filter),
            with_payload: [...keys],
            with_vector: false,
          },
          init,
        ),
      { signal },
    );
    return points.flatMap(({ payload, score }) => {
      const exact = payload?.exact;
      const held = typeof exact === 'string' ? chunkOf(payload) : undefined;
      if (held) return { chunkId: held.id, documentId: held.documentId, version: held.version, score };
      const { chunk_id, document_id, version } = payload ?? {};
      if (typeof chunk_id !== 'string') return [];
      const texts = keys === hitKeys ? undefined : textsOf(payload);
      return { chunkId: chunk_id, documentId: String(document_id), version: Number(version), score, texts };
    });
  }

  async #count(
    filter: CompiledFilter,
    conditions: readonly Schemas['Condition'][],
    signal: AbortSignal | undefined,
  ): Promise<number> {
    if (filter === 'none') return 0;
    const { alias } = this.#options;
    const { count } = await this.#ask(
      (api, init) =>
        api.countPoints(
          { collection_name: alias, filter: this.#within(filter, conditions), exact: true },
          init,
        ),
      { signal },
    );
    return count;
  }

  /** How many chunks of the index have each value of a key. */
  async #facet(key: string, signal: AbortSignal | undefined): Promise<readonly Schemas['FacetValueHit'][]> {
    const { alias } = this.#options;
    for (let limit = facetSize; ; limit *= 10) {
      const { hits } = await this.#ask(
        (api, init) =>
          api.facet({ collection_name: alias, key, limit, exact: true, filter: this.#within('all') }, init),
        { signal, timeoutMs: this.#options.server.timeoutMs * patience },
      );
      if (hits.length < limit) return hits;
    }
  }

  get #tenant(): Schemas['Condition'] {
    return { key: 'index', match: { value: this.spec.id } };
  }

  /** See {@link QdrantServer.ask}. Errors: `store_unavailable` too, where the index was dropped. */
  #ask: QdrantServer['ask'] = (request, options) =>
    this.#options.server.ask(request, options).catch((error: unknown) => this.#refuse(error));

  /** See {@link QdrantServer.write}. Errors: as `#ask`. */
  #carryOut: QdrantServer['write'] = (request, options) =>
    this.#options.server.write(request, options).catch((error: unknown) => this.#refuse(error));

  #refuse(error: unknown): never {
    const { server, alias } = this.#options;
    if (!isFootnoteError(error) || !error.message.includes(`\`${alias}\` doesn't exist`)) throw error;
    const reason = `the index "${this.spec.id}" was dropped`;
    const remedy = 'Try again with the index that replaced it';
    throw new FootnoteError('store_unavailable', { path: server.name, reason, remedy }, { cause: error });
  }

  #within(filter: CompiledFilter, conditions: readonly Schemas['Condition'][] = []): Schemas['Filter'] {
    return { must: [this.#tenant, ...conditions, ...(typeof filter === 'object' ? [filter] : [])] };
  }

  /** Errors: `filter_invalid`; `request_invalid` for one that {@link canFilter} refuses. */
  #compiled(filter: Filter | undefined): CompiledFilter {
    if (filter === undefined) return 'all';
    checkFilter(filter, this.spec.fields);
    const compiled = compileFilter(filter, this.spec.fields);
    if (compiled === undefined) throw unusable('filter', 'Qdrant cannot apply it');
    return compiled;
  }

  #checkVectors(subject: string, vectors: readonly Float32Array[]): void {
    for (const vector of vectors) checkVector(vector, this.spec.dimension, subject);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lastWrite.then(work).finally(() => this.#writes++);
    this.#lastWrite = done.catch(() => {});
    return done;
  }
}

/** Hits that are read beyond a limit for the order of equal scores: at first, and where these are all equal. */
const tiesRead = 16;
const mostTies = 1000;

type OtherField = Exclude<TermField, 'content'>;

/** Terms, each with how many chunks hold it. */
type ShortList = ReadonlyMap<string, number> | undefined;

/** When something was found out. */
interface Timed {
  readonly atMs: number;
}

function isFresh<Known extends Timed>(known: Known | undefined, keptMs: number): known is Known {
  return known !== undefined && performance.now() - known.atMs < keptMs;
}

function conditionOf({ field, term }: Pick<SoughtTerm, 'field' | 'term'>): Schemas['Condition'] {
  return { key: `terms.${field}`, match: { value: term.toWellFormed() } };
}

/** What sets the vectors of points, and says how many there are. */
function vectorOperations(
  held: readonly { readonly id: string; readonly vectors: readonly Float32Array[] }[],
): Schemas['UpdateOperation'][] {
  const set = held.filter(({ vectors }) => vectors.length > 0);
  const cleared = held.filter(({ vectors }) => vectors.length === 0);
  const byCount = Map.groupBy(held, ({ vectors }) => vectors.length);
  return [
    ...(set.length === 0
      ? []
      : [
          {
            update_vectors: {
              points: set.map(({ id, vectors }) => ({ id, vector: { [denseVector]: windowsOf(vectors) } })),
            },
          },
        ]),
    ...(cleared.length === 0
      ? []
      : [{ delete_vectors: { points: cleared.map(({ id }) => id), vector: [denseVector] } }]),
    ...Array.from(byCount, ([windows, points]) => ({
      set_payload: { payload: { windows }, points: points.map(({ id }) => id) },
    })),
  ];
}

function bestFirst(left: EngineHit, right: EngineHit): number {
  return right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1);
}

/** A list cut into pieces of at most `size`. */
function* parts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Runs `work` on pieces of a list, a few at a time. Settles once none is under way; after a failure none begins. */
async function inParts<Item>(
  items: readonly Item[],
  size: number,
  work: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  const queue = parts(items, size);
  const worker = async () => {
    // Ends the queue for all of them where one fails.
    for (const part of queue) await work(part);
  };
  const ends = await Promise.allSettled(Array.from({ length: partsAtOnce }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
