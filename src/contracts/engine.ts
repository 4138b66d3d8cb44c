import type { Chunk } from './chunk.ts';

/*
 * An engine is a place where chunks live and are searched. What a store can do is said by which parts it has: a
 * `ChunkStore` with `vectors` ranks by vectors, one with `keywords` or `terms` by words. What it lacks the core
 * supplies (`src/engines/complete`), so that ingestion and retrieval always work with a whole `SearchIndex`.
 */

/** What an index is made for. */
export interface IndexSpec {
  /** Names the index in its engine: 1–64 characters of `a-z`, `0-9`, `_` and `-`. */
  readonly id: string;
  /** The collection that the index belongs to: a tenant. An engine may keep all indexes of one side by side. */
  readonly collection: string;
  /** Length of every vector, from 1 on. */
  readonly dimension: number;
  /**
   * The metadata fields that filters may name, `documentId` not among them: every index has that. All metadata is
   * stored, so that a later opening may declare others; what a chunk holds of another type than declared is no error,
   * and a filter does not find it, but for lists and texts, which may pass for each other.
   */
  readonly fields: FieldTypes;
}

/** A chunk as it is written: with its vectors, or without when they follow by `addVectors`. */
export interface ChunkWrite {
  readonly chunk: Chunk;
  /** One unit-length vector per window of the chunk; empty where they come later. */
  readonly vectors: readonly Float32Array[];
}

/** The vectors of a chunk that was written before. They replace the ones it had; none take them away. */
export interface VectorWrite {
  readonly chunkId: string;
  readonly vectors: readonly Float32Array[];
}

/** Which chunks to remove: all of a document, or of one of its versions. */
export interface ChunkSelector {
  readonly documentId: string;
  readonly version?: number;
}

export interface VectorQuery {
  /** Unit length, `dimension` long, finite. */
  readonly vector: Float32Array;
  /** Most hits to return, 1–1000; more only of a store that cannot apply a filter which the core then does. */
  readonly limit: number;
  readonly filter?: Filter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A term of an index. */
export interface IndexTerm {
  readonly term: string;
  /** Chunks that hold it. */
  readonly chunks: number;
}

/** A term of an index that is spelled almost like one that it does not hold. */
export interface SimilarTerm extends IndexTerm {
  /**
   * Characters put in, taken out or replaced, or neighbours swapped, each counted once (Damerau–Levenshtein distance,
   * restricted: nothing is edited twice), from the term asked for.
   */
  readonly edits: number;
}

/** A term of the question that occurs in a hit, and its share of the hit's score. */
export interface MatchedTerm {
  readonly term: string;
  readonly score: number;
}

/** A ranked chunk, light enough to return by the hundred: `get` fetches the text of the few that matter. */
export interface EngineHit {
  readonly chunkId: string;
  readonly documentId: string;
  readonly version: number;
  /** Vector leg: cosine similarity in [-1, 1]. Keyword leg: BM25 or the engine's nearest to it, above 0. */
  readonly score: number;
  readonly matchedTerms?: readonly MatchedTerm[];
  /**
   * What grams ({@link Analyser.grams}) added to the score of the keyword leg: with the shares of the matched terms it
   * is the whole of it. They are no words, so they show nowhere else. Absent where they added nothing.
   */
  readonly gramScore?: number;
}

/** How common terms are among chunks: what inverse document frequencies are computed from. */
export interface TermStatistics {
  /** Chunks, of those the keyword leg can find. */
  readonly chunks: number;
  /** For each term asked for, in order, the chunks that hold it in the field where it is most common; 0: unknown. */
  readonly frequencies: readonly number[];
}

/** How many vectors an index holds. */
export interface VectorCounts {
  /** Vectors that a search can find, windows counted singly. */
  readonly vectors: number;
  /** Chunks that have at least one. */
  readonly chunks: number;
}

/** What every call takes beside its own. */
export interface CallOptions {
  /** An aborted call rejects with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** {@link CallOptions} of a call that may look at some chunks alone. */
export interface FilteredCallOptions extends CallOptions {
  readonly filter?: Filter | undefined;
}

/**
 * The chunks of one index: a collection under one embedder, chunker and analyser.
 *
 * Visibility: what a resolved call wrote is seen by every later call of this process at once, and by other processes
 * at their next call, unless the store has `settle`. Hits may belong to document versions that are not live; the caller
 * drops them. A batch need not be atomic: its version is not live before all of it is written.
 * Concurrency: calls may overlap; writes are applied one after another.
 * Errors: every method may fail with `store_busy` or `store_unavailable`, both retryable, and with `aborted`.
 */
export interface ChunkStore {
  readonly spec: IndexSpec;

  /** What somebody should do something about, in sentences, as of now: told with every search. */
  readonly warnings?: readonly string[];

  /** Ranks by vectors. Absent: answers are found by words alone. */
  readonly vectors?: VectorIndex;

  /** Ranks by words, whole questions with all that belongs to them. Absent: the core ranks, by `terms` if there are. */
  readonly keywords?: KeywordIndex;

  /**
   * Finds chunks by terms, for the core to rank. Absent, and no `keywords`: the core keeps an index of its own
   * beside.
   */
  readonly terms?: TermIndex;

  /**
   * Whether the store itself applies a filter, in its searches, its statistics and `count`, exactly as `Filter` says.
   * What it cannot hold of valid filters the core applies to what it finds, by asking for more until the limit is
   * full. Absent: it applies none, and is never given any.
   */
  canFilter?(filter: Filter): boolean;

  /**
   * Stores chunks, each replacing the one of the same id with its vectors. Durable when it resolves.
   * A chunk without vectors is found by no vector afterwards; where there is no `vectors.add` it need not be kept.
   * Errors: `vector_invalid` (length, not finite, zero) names the chunk and writes nothing of the batch, and so does
   * `request_invalid` of what the types do not allow; `store_full`, `store_read_only`.
   */
  write(batch: readonly ChunkWrite[], options?: CallOptions): Promise<void>;

  /** Removes all that the selectors name. Nothing matching is no error. */
  remove(selectors: readonly ChunkSelector[], options?: CallOptions): Promise<void>;

  /**
   * Takes what removed chunks have left in derived data out of it, so that their text is nowhere in the index any
   * more; `remove` by itself may leave that to later. Costs as much as writing the touched parts anew. Absent: `remove`
   * leaves nothing that a client of the store can see.
   */
  purge?(options?: CallOptions): Promise<void>;

  /**
   * Resolves once all that was written before is seen by every call. Only for stores where a resolved `write` does
   * not say so by itself; the core then waits for it before a document becomes visible.
   */
  settle?(options?: CallOptions): Promise<void>;

  /**
   * The chunks of these ids in the order given, one as often as its id; unknown ids, and those whose row is damaged,
   * are left out.
   */
  get(chunkIds: readonly string[], options?: CallOptions): Promise<readonly Chunk[]>;

  /**
   * For each of these chunks, in the order given, those of its document version within `before` and `after` places of
   * it, in order, itself left out; none for an unknown id. Absent: the core gets them by their ordinals.
   */
  neighbours?(
    chunkIds: readonly string[],
    range: NeighbourRange,
    options?: CallOptions,
  ): Promise<readonly (readonly Chunk[])[]>;

  /** The document versions that have chunks here, in no order: what a sweep after a crash compares with the records. */
  versions(options?: CallOptions): Promise<readonly { documentId: string; version: number }[]>;

  /** Chunks stored, of those that the filter lets through where one is given. Errors: `filter_invalid`. */
  count(options?: FilteredCallOptions): Promise<number>;
}

/** How far from a chunk its neighbours are, in chunks; `Infinity` for all. */
export interface NeighbourRange {
  readonly before: number;
  readonly after: number;
}

/** The part of a store that ranks by vectors. A chunk may have several vectors; it scores as its best one. */
export interface VectorIndex {
  /**
   * Sets the vectors of chunks written before; unknown ids are ignored, since their document may be gone. Absent:
   * chunks are written to the store only once they have their vectors, and the core keeps their text until then.
   */
  add?(batch: readonly VectorWrite[], options?: CallOptions): Promise<void>;

  /**
   * Best first; equal scores in order of chunk id, by code unit, as far as the store can tell. Fewer than `limit` only
   * where there are no more. Errors: `vector_invalid` (length, not finite, zero), `request_invalid` for the limit,
   * `filter_invalid`.
   */
  search(query: VectorQuery): Promise<readonly EngineHit[]>;

  /**
   * The vectors of chunks, in no order, those of one chunk in the order of its windows, of unit length as they were
   * written, but for the last digits where the store rounds; chunks without any are left out. What an index is moved
   * to another engine with. Absent: they are computed anew then.
   */
  read?(chunkIds: readonly string[], options?: CallOptions): Promise<readonly VectorWrite[]>;

  count(options?: CallOptions): Promise<VectorCounts>;
}

/** The part of an index that ranks by words. */
export interface KeywordIndex {
  /**
   * Best first; equal scores in order of chunk id, by code unit. A text without any known term finds nothing. Hits say
   * which terms matched and what each added.
   * Errors: `request_invalid` for a limit, boost or expansion outside its bounds, `filter_invalid`.
   */
  search(query: KeywordQuery): Promise<readonly EngineHit[]>;

  /**
   * How common these terms are among the chunks that the filter lets through, spelled as the analyser spells them.
   * Errors: `filter_invalid`.
   */
  statistics(terms: readonly string[], options?: FilteredCallOptions): Promise<TermStatistics>;

  /**
   * Terms of the index within `maxEdits` (1 or 2) of one that it does not hold, as the analyser spells them: fewest
   * edits first, then the most common, at most `limit`; none where the index cannot list its terms. Errors:
   * `request_invalid` for a `maxEdits` that is neither 1 nor 2, or a `limit` outside 1–1000.
   */
  similarTerms(
    term: string,
    options: { readonly maxEdits: number; readonly limit: number } & CallOptions,
  ): Promise<readonly SimilarTerm[]>;

  /**
   * Longer terms of the index that begin or end in this one, as the analyser spells them: the most common first, at
   * most `limit`; none where the index cannot list its terms. Errors: `request_invalid` for a `limit` outside 1–1000.
   */
  longerTerms(part: string, options: { readonly limit: number } & CallOptions): Promise<readonly IndexTerm[]>;
}

/** The texts of a chunk that terms are looked for in; `grams` are those of the content ({@link Analyser.grams}). */
export type TermField = 'content' | 'title' | 'headingPath' | 'grams';

/** A term of the question with what it counts for, at least once. */
export interface SoughtTerm {
  readonly field: TermField;
  readonly term: string;
  /** Of the field, times that of the term; above 0. Its rarity is not in it. */
  readonly weight: number;
}

/** What a term index is asked for. */
export interface TermQuery {
  /** At least one, each once a field. */
  readonly terms: readonly SoughtTerm[];
  /** Most chunks to return, 1–2000. */
  readonly limit: number;
  readonly filter?: Filter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The terms of one text of a chunk, as the analyser gave them. */
export interface TextTerms {
  /** In reading order, each as often as it occurs. */
  readonly terms: readonly string[];
  /** Those that count towards BM25's length: all but pure numbers. */
  readonly length: number;
}

/** A chunk found by its terms. */
export interface TermHit extends EngineHit {
  /**
   * What the chunk is scored by. Where a store has kept it, give it: otherwise the text is read and analysed again,
   * which takes longer than all else of a keyword search.
   */
  readonly texts?: Readonly<Record<TermField, TextTerms>> | undefined;
}

/** How common terms are in each field. */
export interface FieldStatistics {
  /** Chunks stored. */
  readonly chunks: number;
  /** By field: the chunks where it is not empty, and its lengths ({@link TextTerms}) added up. */
  readonly fields: Readonly<Record<TermField, { readonly chunks: number; readonly length: number }>>;
  /** For each term asked for, in order, the chunks that hold it in that field. */
  readonly frequencies: readonly number[];
}

/**
 * The part of a store that finds chunks by the terms in them: the least that a keyword search needs. The core turns
 * questions into terms, and ranks what is found by the terms in its text, exactly as everywhere else, so that scores,
 * matched terms, phrases and relevance are the same on every engine.
 */
export interface TermIndex {
  /**
   * The chunks that hold any of these terms, best first by BM25 or the nearest to it that the store has: for each term
   * `weight · idf · tf / (tf + k1 · (1 − b + b · length / average))` added up, k1 1.2, b .75.
   */
  search(query: TermQuery): Promise<readonly TermHit[]>;

  /**
   * How common terms are. The lengths, and with a filter all but `chunks` and `frequencies`, may be some seconds old.
   * With a filter `chunks` and `frequencies` count what it lets through.
   */
  statistics(
    terms: readonly Pick<SoughtTerm, 'field' | 'term'>[],
    options?: FilteredCallOptions,
  ): Promise<FieldStatistics>;

  /**
   * All terms of content, title and headings, grams left out, with the chunks that hold each in the field where it is
   * most common. May be some seconds old. Absent: spelling is not corrected, and words are not found in compounds.
   */
  vocabulary?(options?: CallOptions): Promise<readonly IndexTerm[]>;
}

/** Something that an engine stores, as it is looked through for what was erased. */
export interface StoredValue {
  /** Table, label or collection, for messages. */
  readonly place: string;
  /** Of a chunk: the document version that it is of. */
  readonly of?: { readonly documentId: string; readonly version: number } | undefined;
  /** Its texts and bytes, at any depth of lists and objects. */
  readonly value: unknown;
}

/** Takes what is stored one by one; the next is read once it has settled. */
export type StoredVisitor = (stored: StoredValue) => void | Promise<void>;

/** A place where chunks live and are searched. Adapters are factories that return one. */
export interface Engine {
  /** For messages and `explain`: `embedded`, `postgresql`, … */
  readonly name: string;

  /**
   * Where its indexes are: the address of its server and their name there, without credentials. Two engines of one name
   * and place hold the same indexes. Default: there is one of its name.
   * @example '127.0.0.1:6333/footnote'
   */
  readonly place?: string;

  /**
   * Opens the index, creating it where it is missing. Opening twice gives handles on the same data. Errors:
   * `request_invalid` for a spec that no index can have, `index_mismatch` for another dimension than the one it has.
   */
  open(spec: IndexSpec, options?: CallOptions): Promise<ChunkStore>;

  /** Removes an index and all that it holds. A missing one is no error. */
  drop(indexId: string, options?: CallOptions): Promise<void>;

  /**
   * Reads all texts that it stores, of whatever index, open or not, in no order; some maybe twice where the connection
   * broke meanwhile. It tells whether something was really erased. Absent: nobody can look into it.
   */
  readStored?(visit: StoredVisitor, options?: CallOptions): Promise<void>;

  /**
   * Waits for background work and lets go of every resource. Calls after it reject with `store_unavailable`; another
   * `close` does nothing.
   */
  close(): Promise<void>;
}

/** What a metadata field holds, declared once per index. Dates are ISO 8601 strings, from a year alone to a time. */
export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'list';

/** The declared metadata fields of an index by name. Only these can be filtered on. */
export type FieldTypes = Readonly<Record<string, FieldType>>;

export type FilterScalar = string | number | boolean;

/**
 * A filter as data. `eq` on a list field holds when the list contains the value; `in` when the field equals
 * (or, for a list, contains) any of the values; `gte` and `lte` order numbers by size and strings by code unit. A date
 * is compared as text with a year, a month, a day or a time, which stands for all within it: "2022-02" is equal to any
 * date that begins so, `gte` holds from its beginning and `lte` to its end. A chunk without the field never matches.
 * `and` of nothing matches all, `or` of nothing matches none; `not` matches what its filter does not, chunks without
 * the field among them. The field `documentId` is every index's own and need not be declared: `in` over it is how a
 * caller's permissions are kept.
 */
export type Filter =
  | { readonly field: string; readonly op: 'eq' | 'gte' | 'lte'; readonly value: FilterScalar }
  | { readonly field: string; readonly op: 'in'; readonly value: readonly FilterScalar[] }
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter };

/** What the keyword leg of an engine is asked for. */
export interface KeywordQuery {
  /** The words to look for, as the question's understanding left them; the engine analyses them like its text. */
  readonly text: string;
  /** BCP 47 primary subtag of `text`. */
  readonly language: string;
  /**
   * Phrases that a chunk must contain to be found, each term next to the one before it, in one field. Analysed
   * like the text; one without any term restricts nothing. They do not rank: for that `text` says their words too.
   *
   */
  readonly phrases?: readonly string[];
  /** Terms looked for beside those of `text`, at most 100. Default none. */
  readonly expansions?: readonly KeywordExpansion[];
  /** What a match in title or headings counts for beside one in the content, 0–10. Default .3 each. */
  readonly boosts?: KeywordBoosts;
  /** Most hits to return, 1–1000. */
  readonly limit: number;
  readonly filter?: Filter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A term that the question does not hold and a chunk may hold instead: a corrected spelling, a synonym, a part of a
 * compound. It scores `weight` times what it would as a term of the question, in every field that terms are looked
 * for in, and shows among the matched terms. A term that the text holds is not counted again, and one given twice
 * counts with its greater weight. No grams are taken of it, and no pairs formed with it.
 */
export interface KeywordExpansion {
  /** As the analyser spells it: it is not analysed again. */
  readonly term: string;
  /** Above 0, at most 1. */
  readonly weight: number;
}

/** Weights of the fields beside the content, whose weight is 1. */
export interface KeywordBoosts {
  readonly title?: number;
  readonly headingPath?: number;
}

/** An index with nothing missing, whatever engine it lives in: what ingestion and retrieval work with. */
export interface SearchIndex extends Omit<ChunkStore, 'canFilter' | 'settle' | 'terms'> {
  /** As {@link ChunkStore.write}; chunks may come without vectors, which follow by `vectors.add`. */
  write: ChunkStore['write'];
  neighbours(
    chunkIds: readonly string[],
    range: NeighbourRange,
    options?: CallOptions,
  ): Promise<readonly (readonly Chunk[])[]>;
  readonly vectors: VectorIndex & {
    add(batch: readonly VectorWrite[], options?: CallOptions): Promise<void>;
  };
  readonly keywords: KeywordIndex;
  /** What the engine cannot do and nobody can do for it, in sentences: told with every search. */
  readonly warnings: readonly string[];
}

/** Which collection is meant. */
export interface InCollection {
  /** Default: the configured collection. */
  readonly collection?: string;
}

/** Which documents are there for the caller. */
export interface ForGroups {
  /**
   * Groups of the caller: a document that has groups is there only where it shares one of them, and one without is
   * there for everybody. Default: all documents are there.
   */
  readonly groups?: readonly string[];
}

/** Whose conversations and answers are there for the caller. */
export interface OfOwner {
  /**
   * Who asks, as the caller's own program names them: what is kept becomes theirs, and what is others' is not there.
   * Default: what is kept is nobody's, and everything is there.
   */
  readonly owner?: string;
}
