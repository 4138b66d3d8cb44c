import type { Analyser } from '../../contracts/analyser.ts';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  EngineHit,
  FieldTypes,
  Filter,
  FilteredCallOptions,
  FilterScalar,
  IndexSpec,
  KeywordIndex,
  NeighbourRange,
  SearchIndex,
  TermIndex,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from '../../contracts/engine.ts';
import { throwIfAborted } from '../../errors.ts';
import { ownValue } from '../../values/own-value.ts';
import { requireList, requireNumber, requireObject } from '../../values/require-arguments.ts';
import {
  checkFilter,
  checkLateVectors,
  checkSelectors,
  checkVector,
  checkVectorQuery,
  checkWrites,
  documentIdField,
} from '../check-input.ts';
import { TermKeywords } from './term-keywords.ts';

/** A filter as two that both must hold. */
interface DividedFilter {
  /** What the store applies while it searches. */
  readonly byStore: Filter | undefined;
  /** What is left for the core to apply to what was found. */
  readonly byCore: Filter | undefined;
}

/**
 * Divides a filter by what a store can hold of it: as a whole, or of the conditions that must all hold those it can.
 */
function divideFilter(
  filter: Filter | undefined,
  canFilter: ((filter: Filter) => boolean) | undefined,
): DividedFilter {
  if (filter === undefined) return { byStore: undefined, byCore: undefined };
  if (canFilter?.(filter)) return { byStore: filter, byCore: undefined };
  if (!canFilter || !('and' in filter)) return { byStore: undefined, byCore: filter };
  const parts = filter.and.map((part) => divideFilter(part, canFilter));
  const join = (side: keyof DividedFilter): Filter | undefined => {
    const held = parts.map((part) => part[side]).filter((part) => part !== undefined);
    return held.length > 1 ? { and: held } : held[0];
  };
  return { byStore: join('byStore'), byCore: join('byCore') };
}

/**
 * Whether a filter, which has been checked against the fields, lets a chunk through: what `Filter` says, chunk by
 * chunk.
 */
function letsThrough(filter: Filter, chunk: Chunk, fields: FieldTypes): boolean {
  if ('and' in filter) return filter.and.every((part) => letsThrough(part, chunk, fields));
  if ('or' in filter) return filter.or.some((part) => letsThrough(part, chunk, fields));
  if ('not' in filter) return !letsThrough(filter.not, chunk, fields);
  const { field, op } = filter;
  const isDate = ownValue(fields, field) === 'date';
  const stored = field === documentIdField ? chunk.documentId : ownValue(chunk.metadata, field);
  const held: readonly FilterScalar[] =
    stored === undefined || stored === null ? [] : Array.isArray(stored) ? stored : [stored as FilterScalar];
  const wanted = op === 'in' ? filter.value : [filter.value];
  return held.some((value) =>
    wanted.some((other) => {
      if (typeof value !== typeof other) return false;
      // A month stands for all of its days.
      if (isDate && op !== 'gte' && String(value).startsWith(String(other))) return true;
      if (op === 'gte') return value >= other;
      return op === 'lte' ? value <= other : value === other;
    }),
  );
}

/** A search whose hits the core filters. */
interface FilteredSearch<Hit> {
  /** The best so many; fewer only where there are no more. */
  readonly search: (limit: number) => Promise<readonly Hit[]>;
  readonly get: (chunkIds: readonly string[], options: CallOptions) => Promise<readonly Chunk[]>;
  readonly filter: Filter;
  readonly fields: FieldTypes;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/** The first search asks for so many times the limit, each further one for so many times more. */
const widening = 4;

/**
 * The best `limit` hits that a filter lets through, of a store that cannot apply it: asks for more until there are
 * enough or no more. Each chunk is looked at once.
 */
async function searchAndFilter<Hit extends EngineHit>({
  search,
  get,
  filter,
  fields,
  limit,
  signal,
}: FilteredSearch<Hit>): Promise<readonly Hit[]> {
  const verdicts = new Map<string, boolean>();
  for (let asked = widening * limit; ; asked *= widening) {
    const hits = await search(asked);
    const unseen = hits.map(({ chunkId }) => chunkId).filter((id) => !verdicts.has(id));
    const chunks = new Map((await get(unseen, { signal })).map((chunk) => [chunk.id, chunk]));
    for (const id of unseen) {
      const chunk = chunks.get(id);
      verdicts.set(id, chunk !== undefined && letsThrough(filter, chunk, fields));
    }
    const passing = hits.filter(({ chunkId }) => verdicts.get(chunkId));
    if (passing.length >= limit || hits.length < asked) return passing.slice(0, limit);
  }
}

/** What a store is completed with. */
export interface CompletionOptions {
  readonly analyser: Analyser;
  /** For messages: the engine's name. */
  readonly engine: string;
  /** Opens an index with nothing missing, beside a store that {@link needsBeside | needs one}. */
  readonly openBeside: () => Promise<ChunkStore>;
}

/**
 * Whether a store needs an index of the core's own beside it: it cannot find words, or cannot keep a chunk before it
 * has its vectors, or has no vectors at all.
 */
function needsBeside({ vectors, keywords, terms }: ChunkStore): boolean {
  return (keywords ?? terms) === undefined || vectors?.add === undefined;
}

/**
 * Makes a whole index of whatever a store can do. This is where its parts are looked at; nobody else needs to know
 * them. A store that lacks nothing is searched directly.
 */
export async function completeIndex(store: ChunkStore, options: CompletionOptions): Promise<SearchIndex> {
  return new CompleteIndex(store, needsBeside(store) ? await options.openBeside() : undefined, options);
}

/** Most neighbours that are looked for on one side of a chunk where a store cannot find them by itself. */
const farthestNeighbour = 10_000;

/** Neighbours on one side are got so many at a time, so that a short document is not asked for thousands. */
const neighboursAtOnce = 64;

class CompleteIndex implements SearchIndex {
  readonly spec: IndexSpec;
  readonly vectors: SearchIndex['vectors'];
  readonly keywords: KeywordIndex;
  readonly #warnings: readonly string[];
  readonly #store: ChunkStore;
  /** Holds every chunk's text, and finds by words what the store cannot. */
  readonly #beside: ChunkStore | undefined;
  #writes = 0;

  constructor(store: ChunkStore, beside: ChunkStore | undefined, { analyser, engine }: CompletionOptions) {
    this.spec = store.spec;
    this.#store = store;
    this.#beside = beside;
    const found = requirePart((store.vectors ?? beside?.vectors) as VectorIndex, engine);
    this.vectors = {
      add: (batch, options) => this.#addVectors(batch, options),
      search: (query) => this.#searchVectors(found, query),
      ...(found.read && { read: (ids, options) => found.read?.(ids, options) ?? Promise.resolve([]) }),
      count: (options) => found.count(options),
    };
    const words = store.keywords ?? beside?.keywords;
    const terms = store.terms ?? beside?.terms;
    this.keywords = words ? this.#checked(words) : this.#overTerms(requirePart(terms, engine), analyser);
    this.#warnings =
      !words && terms?.vocabulary === undefined
        ? [`Spelling is not corrected: the engine ${engine} cannot list the words of an index.`]
        : [];
  }

  get warnings(): readonly string[] {
    return [...this.#warnings, ...(this.#store.warnings ?? []), ...(this.#beside?.warnings ?? [])];
  }

  async write(batch: readonly ChunkWrite[], options: CallOptions = {}): Promise<void> {
    throwIfAborted(options.signal);
    checkWrites(batch);
    for (const { chunk, vectors } of batch)
      for (const vector of vectors) checkVector(vector, this.spec.dimension, `chunk ${chunk.id}`);
    if (batch.length === 0) return;
    // Of several chunks with one id the last counts.
    const distinct = [...new Map(batch.map((one) => [one.chunk.id, one])).values()];
    this.#writes++;
    try {
      const texts = distinct.map(({ chunk, vectors }) => ({ chunk, vectors: this.#besideKeeps(vectors) }));
      const isForStore = this.#keepsText || distinct.some(({ vectors }) => vectors.length > 0);
      // Side by side: the server works while the words are analysed here. What only one of them gets is no more than
      // what a crash between the two would leave.
      await bothDone(
        ...(this.#beside ? [this.#beside.write(texts, options)] : []),
        ...(isForStore ? [this.#store.write(distinct, options)] : []),
      );
      await this.#store.settle?.(options);
    } finally {
      this.#writes++;
    }
  }

  async remove(selectors: readonly ChunkSelector[], options: CallOptions = {}): Promise<void> {
    throwIfAborted(options.signal);
    checkSelectors(selectors);
    if (selectors.length === 0) return;
    this.#writes++;
    try {
      await this.#store.remove(selectors, options);
      await this.#store.settle?.(options);
      // Last, so that what is cut off in between is still listed among the versions.
      await this.#beside?.remove(selectors, options);
    } finally {
      this.#writes++;
    }
  }

  async purge(options: CallOptions = {}): Promise<void> {
    throwIfAborted(options.signal);
    await this.#store.purge?.(options);
    await this.#beside?.purge?.(options);
  }

  get(chunkIds: readonly string[], options?: CallOptions): Promise<readonly Chunk[]> {
    return this.#texts.get(chunkIds, options);
  }

  async neighbours(
    chunkIds: readonly string[],
    range: NeighbourRange,
    options: CallOptions = {},
  ): Promise<readonly (readonly Chunk[])[]> {
    requireList('chunkIds', chunkIds);
    requireObject('range', range);
    requireNumber('before', range.before, 0, Number.POSITIVE_INFINITY);
    requireNumber('after', range.after, 0, Number.POSITIVE_INFINITY);
    const texts = this.#texts;
    return texts.neighbours
      ? texts.neighbours(chunkIds, range, options)
      : neighboursByOrdinal(texts, chunkIds, range, options);
  }

  async versions(options: CallOptions = {}): Promise<readonly { documentId: string; version: number }[]> {
    const [here, beside] = await Promise.all([
      this.#store.versions(options),
      this.#beside?.versions(options),
    ]);
    if (!beside) return here;
    // A crash may have left a version in one of them alone.
    const both = [...here, ...beside].map((one) => [`${one.version} ${one.documentId}`, one] as const);
    return [...new Map(both).values()];
  }

  async count({ filter, signal }: FilteredCallOptions = {}): Promise<number> {
    const texts = this.#texts;
    this.#check(filter);
    const { byStore, byCore } = divided(filter, texts);
    // What the store cannot hold of a filter lets too many through here, never chunks that a caller may not see.
    const chunks = await texts.count({ filter: byStore, signal });
    return byCore && chunks > 0 && !(await this.#hasPassing(filter as Filter, signal)) ? 0 : chunks;
  }

  /** Whether any chunk passes a filter that the core applies; true where some cannot be looked at by their vectors. */
  async #hasPassing(filter: Filter, signal: AbortSignal | undefined): Promise<boolean> {
    const [all, { chunks }] = await Promise.all([
      this.#texts.count({ signal }),
      this.vectors.count({ signal }),
    ]);
    if (chunks < all) return true;
    const vector = new Float32Array(this.spec.dimension);
    vector[0] = 1;
    return (await this.vectors.search({ vector, limit: 1, filter, signal })).length > 0;
  }

  /** Where every chunk is, whether it has vectors or not. */
  get #texts(): ChunkStore {
    return this.#beside ?? this.#store;
  }

  /** Whether the store can keep a chunk without vectors. */
  get #keepsText(): boolean {
    return this.#store.vectors?.add !== undefined || this.#store.terms !== undefined || !this.#beside;
  }

  /** Beside a store without vectors they are kept there too. */
  #besideKeeps(vectors: readonly Float32Array[]): readonly Float32Array[] {
    return this.#store.vectors ? [] : vectors;
  }

  async #addVectors(batch: readonly VectorWrite[], options: CallOptions = {}): Promise<void> {
    throwIfAborted(options.signal);
    checkLateVectors(batch);
    for (const { chunkId: id, vectors } of batch)
      for (const vector of vectors) checkVector(vector, this.spec.dimension, `chunk ${id}`);
    if (batch.length === 0) return;
    const add = this.#store.vectors?.add?.bind(this.#store.vectors);
    if (add) await add(batch, options);
    else if (!this.#store.vectors) await this.#beside?.vectors?.add?.(batch, options);
    else await this.#writeWhole(batch, options);
    await this.#store.settle?.(options);
  }

  /** Writes chunks with their vectors to a store that takes both at once only. */
  async #writeWhole(batch: readonly VectorWrite[], options: CallOptions): Promise<void> {
    const vectors = new Map(batch.map((one) => [one.chunkId, one.vectors]));
    const chunks = await this.get([...vectors.keys()], options);
    if (chunks.length === 0) return;
    await this.#store.write(
      chunks.map((chunk) => ({ chunk, vectors: vectors.get(chunk.id) ?? [] })),
      options,
    );
  }

  async #searchVectors(index: VectorIndex, query: VectorQuery): Promise<readonly EngineHit[]> {
    checkVectorQuery(query);
    const { vector, limit, filter, signal } = query;
    checkVector(vector, this.spec.dimension, 'the question');
    this.#check(filter);
    const holder = this.#store.vectors ? this.#store : this.#beside;
    const { byStore, byCore } = divided(filter, holder);
    const search = (wanted: number) => index.search({ vector, limit: wanted, filter: byStore, signal });
    const hits = byCore ? await this.#filtered(search, byCore, query) : await search(limit);
    return hits.toSorted(bestFirst);
  }

  /** The words of a store, or of the index beside it, that ranks by itself. */
  #checked(words: KeywordIndex): KeywordIndex {
    const holder = this.#store.keywords ? this.#store : this.#beside;
    return {
      search: async (query) => {
        this.#check(query.filter);
        const { byStore, byCore } = divided(query.filter, holder);
        const search = (limit: number) => words.search({ ...query, limit, filter: byStore });
        return byCore
          ? this.#filtered((limit) => search(Math.min(limit, 1000)), byCore, query)
          : search(query.limit);
      },
      statistics: async (terms, options = {}) => {
        this.#check(options.filter);
        const { byStore } = divided(options.filter, holder);
        return words.statistics(terms, { ...options, filter: byStore });
      },
      similarTerms: (term, options) => words.similarTerms(term, options),
      longerTerms: (part, options) => words.longerTerms(part, options),
    };
  }

  #overTerms(terms: TermIndex, analyser: Analyser): KeywordIndex {
    const holder = this.#store.terms ? this.#store : this.#beside;
    const filtering: TermIndex = {
      search: async (query) => {
        const { byStore, byCore } = divided(query.filter, holder);
        const search = (limit: number) => terms.search({ ...query, limit, filter: byStore });
        return byCore ? this.#filtered(search, byCore, query) : search(query.limit);
      },
      statistics: (sought, options = {}) =>
        terms.statistics(sought, { ...options, filter: divided(options.filter, holder).byStore }),
      ...(terms.vocabulary && {
        vocabulary: (options) => terms.vocabulary?.(options) ?? Promise.resolve([]),
      }),
    };
    const get = (ids: readonly string[], options: CallOptions) => this.get(ids, options);
    const keywords = new TermKeywords({ terms: filtering, get, analyser, writes: () => this.#writes });
    return {
      search: async (query) => {
        throwIfAborted(query.signal);
        this.#check(query.filter);
        return keywords.search(query);
      },
      statistics: async (sought, options = {}) => {
        throwIfAborted(options.signal);
        this.#check(options.filter);
        return keywords.statistics(sought, options);
      },
      similarTerms: (term, options) => keywords.similarTerms(term, options),
      longerTerms: (part, options) => keywords.longerTerms(part, options),
    };
  }

  #filtered<Hit extends EngineHit>(
    search: (limit: number) => Promise<readonly Hit[]>,
    filter: Filter,
    { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly Hit[]> {
    const get = (ids: readonly string[], options: CallOptions) => this.get(ids, options);
    return searchAndFilter({ search, get, filter, fields: this.spec.fields, limit, signal });
  }

  #check(filter: Filter | undefined): void {
    if (filter !== undefined) checkFilter(filter, this.spec.fields);
  }
}

/** Waits for both, and rejects once both are over: nothing goes on behind a write that failed. */
async function bothDone(...writes: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

function divided(filter: Filter | undefined, store: ChunkStore | undefined) {
  return divideFilter(filter, store?.canFilter?.bind(store));
}

/** What {@link needsBeside} sees to. */
function requirePart<Part>(part: Part | undefined, engine: string): Part {
  if (part === undefined) throw new Error(`the engine ${engine} was opened without what it lacks`);
  return part;
}

/** Chunks are numbered without gaps, so their neighbours' ids are known. */
async function neighboursByOrdinal(
  store: ChunkStore,
  chunkIds: readonly string[],
  { before, after }: NeighbourRange,
  options: CallOptions,
): Promise<readonly (readonly Chunk[])[]> {
  const middles = new Map((await store.get(chunkIds, options)).map((chunk) => [chunk.id, chunk]));
  return Promise.all(
    chunkIds.map(async (id) => {
      const middle = middles.get(id);
      if (!middle) return [];
      const [earlier, later] = await Promise.all([
        oneSide(store, middle, -1, before, options),
        oneSide(store, middle, 1, after, options),
      ]);
      return [...earlier.toReversed(), ...later];
    }),
  );
}

/** The chunks on one side of another, the nearest first. */
async function oneSide(
  store: ChunkStore,
  { documentId, version, ordinal }: Chunk,
  step: 1 | -1,
  reach: number,
  options: CallOptions,
): Promise<Chunk[]> {
  const farthest = Math.min(reach, step < 0 ? ordinal : farthestNeighbour);
  const found: Chunk[] = [];
  for (let from = 1; from <= farthest; from += neighboursAtOnce) {
    const count = Math.min(neighboursAtOnce, farthest - from + 1);
    const ids = Array.from({ length: count }, (_, at) =>
      chunkId(documentId, version, ordinal + step * (from + at)),
    );
    const chunks = await store.get(ids, options);
    found.push(...chunks);
    if (chunks.length < count && step > 0) break;
  }
  return found;
}

function bestFirst(left: EngineHit, right: EngineHit): number {
  return right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1);
}
