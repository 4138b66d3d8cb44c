import type { Chunk } from './chunk.ts';
import type { FieldTypes, Filter } from './filter.ts';
import type { KeywordQuery } from './keyword-query.ts';

/** What an engine can do by itself. What is false is refused with `engine_unsupported`, never silently skipped. */
export interface EngineCapabilities {
  /** Ranks by vectors ({@link EngineIndex.searchVector}). */
  readonly vectorSearch: boolean;
  /** Ranks by words ({@link EngineIndex.searchKeyword}). */
  readonly keywordSearch: boolean;
  /** Hits of the keyword leg say which terms matched and what each added. */
  readonly matchedTerms: boolean;
  /** Finds only chunks that contain a phrase ({@link KeywordQuery.phrases}). */
  readonly phrases: boolean;
  /** Looks for terms beside those of the text, at a weight of their own ({@link KeywordQuery.expansions}). */
  readonly expansions: boolean;
  /** Filters are applied inside the search, so that a selective one still fills `limit`. */
  readonly filters: boolean;
  /** Finds neighbours by itself ({@link EngineIndex.neighbours}). */
  readonly adjacency: boolean;
  /** A chunk may have several vectors; it scores as its best one. */
  readonly multipleVectors: boolean;
  /** Vectors may arrive after their text ({@link EngineIndex.addVectors}). */
  readonly lateVectors: boolean;
  /** A batch of {@link EngineIndex.write} becomes visible as a whole or not at all, also across a crash. */
  readonly atomicWrites: boolean;
}

/** What an index is made for. */
export interface IndexSpec {
  /** Names the index in its engine: 1–64 characters of `a-z`, `0-9`, `_` and `-`. */
  readonly id: string;
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
  /** Most hits to return, 1–1000. */
  readonly limit: number;
  readonly filter?: Filter;
  readonly signal?: AbortSignal;
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

/** How much an index holds. An engine without a leg counts for it what is stored. */
export interface IndexCounts {
  /** Chunks stored. */
  readonly chunks: number;
  /** Chunks the keyword leg can find: all, unless the engine has lost data. */
  readonly keywordChunks: number;
  /** Vectors the vector leg can find, windows counted singly. */
  readonly vectors: number;
  /** Chunks that have at least one vector. */
  readonly vectorChunks: number;
}

/**
 * One index: the chunks of a collection under one embedder, chunker and analyser.
 *
 * Filters: what one let through may be remembered by the object, so a filter is never changed and used again. An engine
 * takes at least 32 levels and 10 000 values of one; more than it takes is `filter_invalid`, as is a field that is not
 * declared, and a value or an operator that is not its type's. Without `filters` any filter is `engine_unsupported`.
 * Visibility: what a resolved call wrote is seen by every later call of this process at once, and by other
 * processes at their next call. Hits may belong to document versions that are not live; the caller drops them.
 * Concurrency: calls may overlap; writes are applied one after another.
 * Cancellation: an aborted call rejects with `aborted`; a write is then either wholly there or not at all where
 * `atomicWrites` holds.
 */
export interface EngineIndex {
  readonly spec: IndexSpec;

  /**
   * Stores chunks, each replacing the one of the same id. Durable when it resolves.
   * Errors: `vector_invalid` (length, not finite, zero) names the chunk and writes nothing of the batch, and so does
   * `request_invalid` of what the types do not allow;
   * `engine_unsupported` for several vectors without `multipleVectors`; `store_full`, `store_read_only`, `store_busy`.
   */
  write(batch: readonly ChunkWrite[], options?: { signal?: AbortSignal }): Promise<void>;

  /** Sets the vectors of chunks written before; unknown ids are ignored, since their document may be gone. */
  addVectors(batch: readonly VectorWrite[], options?: { signal?: AbortSignal }): Promise<void>;

  /** Removes all that the selectors name and returns how many chunks went. Nothing matching is no error. */
  remove(selectors: readonly ChunkSelector[], options?: { signal?: AbortSignal }): Promise<number>;

  /**
   * Takes what removed chunks have left in derived data out of it, so that their text is nowhere in the index any
   * more; `remove` by itself may leave that to later. Costs as much as writing the touched parts anew. Optional: an
   * engine without it leaves nothing in the first place.
   */
  purge?(options?: { signal?: AbortSignal }): Promise<void>;

  /**
   * Best first; equal scores in order of chunk id, by code unit. Fewer than `limit` only where there are no more.
   * Errors: `vector_invalid` (length, not finite, zero), `request_invalid` for the limit, `filter_invalid`.
   */
  searchVector(query: VectorQuery): Promise<readonly EngineHit[]>;

  /**
   * Best first; equal scores in order of chunk id, by code unit. A text without any known term finds nothing.
   * Errors: `request_invalid` for a limit, boost or expansion outside its bounds, `filter_invalid`.
   */
  searchKeyword(query: KeywordQuery): Promise<readonly EngineHit[]>;

  /**
   * How common these terms are among the chunks that the filter lets through, spelled as the analyser spells them.
   * Optional: an engine with an analyser of its own leaves it out, and the core then holds every term of a question
   * for equally rare. Errors: `filter_invalid`.
   */
  termStatistics?(
    terms: readonly string[],
    options?: { readonly filter?: Filter; readonly signal?: AbortSignal },
  ): Promise<TermStatistics>;

  /**
   * Terms of the index within `maxEdits` (1 or 2) of one that it does not hold, as the analyser spells them: fewest
   * edits first, then the most common, at most `limit`. Optional: without it no spelling is corrected. Errors:
   * `request_invalid` for a `maxEdits` that is neither 1 nor 2, or a `limit` outside 1–1000.
   */
  similarTerms?(
    term: string,
    options: { readonly maxEdits: number; readonly limit: number; readonly signal?: AbortSignal },
  ): Promise<readonly SimilarTerm[]>;

  /**
   * Longer terms of the index that end in this one, as the analyser spells them: the most common first, at most
   * `limit`. Optional: without it a word is not found as the last part of compounds. Errors: `request_invalid` for a
   * `limit` outside 1–1000.
   */
  termsEndingIn?(
    ending: string,
    options: { readonly limit: number; readonly signal?: AbortSignal },
  ): Promise<readonly IndexTerm[]>;

  /**
   * The chunks of these ids in the order given, one as often as its id; unknown ids, and those whose row is damaged,
   * are left out.
   */
  get(chunkIds: readonly string[], options?: { signal?: AbortSignal }): Promise<readonly Chunk[]>;

  /**
   * For each of these chunks, in the order given, those of its document version within `before` and `after` places of
   * it, in order, itself left out; none for an unknown id.
   */
  neighbours(
    chunkIds: readonly string[],
    range: { readonly before: number; readonly after: number },
    options?: { signal?: AbortSignal },
  ): Promise<readonly (readonly Chunk[])[]>;

  /** The document versions that have chunks here, in no order: what a sweep after a crash compares with the records. */
  versions(options?: { signal?: AbortSignal }): Promise<readonly { documentId: string; version: number }[]>;

  count(options?: { signal?: AbortSignal }): Promise<IndexCounts>;
}

/**
 * A place where chunks live and are searched. Adapters are factories that return one.
 * Every method may fail with `store_busy` or `store_unavailable` (both retryable).
 */
export interface Engine {
  /** For messages and `explain`: `embedded`, `postgresql`, … */
  readonly name: string;
  readonly capabilities: EngineCapabilities;

  /**
   * Opens the index, creating it where it is missing. Opening twice gives handles on the same data. Errors:
   * `request_invalid` for a spec that no index can have, `index_mismatch` for another dimension than the one it has.
   */
  open(spec: IndexSpec, options?: { signal?: AbortSignal }): Promise<EngineIndex>;

  /** Removes an index and all that it holds. A missing one is no error. */
  drop(indexId: string, options?: { signal?: AbortSignal }): Promise<void>;

  /**
   * Waits for background work and lets go of every resource. Calls after it reject with `store_unavailable`; another
   * `close` does nothing.
   */
  close(): Promise<void>;
}
