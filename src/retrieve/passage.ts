import type { Chunk } from '../contracts/chunk.ts';
import type { SearchIndex } from '../contracts/engine.ts';
import type { RerankTrace } from './hit.ts';
import type { RankedCandidate } from './rank-candidates.ts';

/** A ranked candidate whose text has been read. */
export interface FoundPassage {
  readonly ranked: RankedCandidate;
  readonly chunk: Chunk;
  /** What the reranker said of it; undefined where it was not asked. */
  readonly rerank?: RerankTrace;
}

/** Reads the text of candidates, in their order. What has gone since the search is left out. */
export type ReadPassages = (ranked: readonly RankedCandidate[]) => Promise<FoundPassage[]>;

/** Reads chunks of one search, each once, from the indexes of its collections. */
export class ChunkReader {
  readonly #indexes: ReadonlyMap<string, SearchIndex>;
  readonly #signal: AbortSignal | undefined;
  readonly #chunks = new Map<string, Chunk>();

  /** @param indexes by the name of their collection */
  constructor(indexes: ReadonlyMap<string, SearchIndex>, signal: AbortSignal | undefined) {
    this.#indexes = indexes;
    this.#signal = signal;
  }

  /** What was read so far, by id. */
  get chunks(): ReadonlyMap<string, Chunk> {
    return this.#chunks;
  }

  /** The text of candidates. */
  readonly passages: ReadPassages = async (ranked) => {
    const candidates = ranked.map(({ candidate }) => candidate);
    const found = Map.groupBy(candidates, ({ collection }) => collection);
    await Promise.all(Array.from(found, (each) => this.read(...each)));
    return ranked.flatMap((one) => {
      const chunk = this.#chunks.get(one.candidate.chunkId);
      return chunk ? [{ ranked: one, chunk }] : [];
    });
  };

  /** Reads what has not been read, for {@link passages} to come. */
  async read(collection: string, found: readonly { readonly chunkId: string }[]): Promise<void> {
    const missing = found.map(({ chunkId }) => chunkId).filter((id) => !this.#chunks.has(id));
    if (missing.length === 0) return;
    const chunks = await this.#indexes.get(collection)?.get(missing, { signal: this.#signal });
    for (const chunk of chunks ?? []) this.#chunks.set(chunk.id, chunk);
  }
}
