import type { Chunk } from '../src/contracts/chunk.ts';
import type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  Engine,
  EngineHit,
  IndexSpec,
  VectorCounts,
  VectorIndex,
  VectorQuery,
} from '../src/contracts/engine.ts';
import { checkSpec, checkVector } from '../src/engines/check-input.ts';
import { FootnoteError, throwIfAborted } from '../src/errors.ts';

/** Calls until a write is seen by those that do not wait for it. */
const lag = 6;

/** A change that was accepted and is not seen yet. */
interface PendingChange {
  readonly apply: (chunks: Map<string, ChunkWrite>) => void;
  callsLeft: number;
}

/** What an index keeps. */
interface PoorIndexState {
  readonly dimension: number;
  readonly chunks: Map<string, ChunkWrite>;
  readonly pending: PendingChange[];
}

/** What stays when an engine is closed. */
export type PoorPlace = Map<string, PoorIndexState>;

/**
 * As little as an engine may be: it ranks by vectors alone, knows no filters, no words and no neighbours, takes vectors
 * with their text only, and shows what was written some calls later. All else is for the core to supply.
 */
export function poorEngine(place: PoorPlace): Engine {
  let isClosed = false;
  const enter = ({ signal }: CallOptions = {}): void => {
    throwIfAborted(signal);
    if (isClosed)
      throw new FootnoteError('store_unavailable', {
        path: 'memory',
        reason: 'closed',
        remedy: 'Open it again',
      });
  };
  return {
    name: 'poor',
    async open(spec, options) {
      enter(options);
      checkSpec(spec);
      const known = place.get(spec.id) ?? { dimension: spec.dimension, chunks: new Map(), pending: [] };
      if (known.dimension !== spec.dimension)
        throw new FootnoteError('index_mismatch', {
          collection: spec.id,
          stored: `${known.dimension}`,
          configured: `${spec.dimension}`,
        });
      place.set(spec.id, known);
      return new PoorStore(spec, known, enter);
    },
    async drop(indexId, options) {
      enter(options);
      place.delete(indexId);
    },
    async close() {
      isClosed = true;
    },
  };
}

class PoorStore implements ChunkStore {
  readonly spec: IndexSpec;
  readonly vectors: VectorIndex;
  readonly #state: PoorIndexState;
  readonly #enter: (options?: CallOptions) => void;

  constructor(spec: IndexSpec, state: PoorIndexState, enter: (options?: CallOptions) => void) {
    this.spec = spec;
    this.#state = state;
    this.#enter = enter;
    this.vectors = {
      search: async (query) => this.#search(query),
      count: async (options) => this.#countVectors(options),
    };
  }

  async write(batch: readonly ChunkWrite[], options?: CallOptions): Promise<void> {
    this.#enter(options);
    for (const { chunk, vectors } of batch)
      for (const vector of vectors) checkVector(vector, this.spec.dimension, `chunk ${chunk.id}`);
    this.#accept((chunks) => {
      for (const one of batch) chunks.set(one.chunk.id, structuredClone(one));
    });
  }

  async remove(selectors: readonly ChunkSelector[], options?: CallOptions): Promise<void> {
    this.#enter(options);
    this.#accept((chunks) => {
      for (const [id, { chunk }] of chunks) {
        const isNamed = selectors.some(
          ({ documentId, version = chunk.version }) =>
            documentId === chunk.documentId && version === chunk.version,
        );
        if (isNamed) chunks.delete(id);
      }
    });
  }

  async settle(options?: CallOptions): Promise<void> {
    this.#enter(options);
    // Time goes by while somebody waits.
    while (this.#state.pending.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#enter(options);
      this.#passTime();
    }
  }

  async get(chunkIds: readonly string[], options?: CallOptions): Promise<readonly Chunk[]> {
    const seen = this.#seen(options);
    return chunkIds.flatMap((id) => structuredClone(seen.get(id)?.chunk) ?? []);
  }

  async versions(options?: CallOptions): Promise<readonly { documentId: string; version: number }[]> {
    const all = [...this.#seen(options).values()].map(({ chunk: { documentId, version } }) => ({
      documentId,
      version,
    }));
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  }

  async count(options?: CallOptions): Promise<number> {
    return this.#seen(options).size;
  }

  #search(query: VectorQuery): readonly EngineHit[] {
    const seen = this.#seen(query);
    checkVector(query.vector, this.spec.dimension, 'the question');
    if (query.filter !== undefined) throw new TypeError('A store without `canFilter` was given a filter.');
    const cosineTo = (vector: Float32Array) =>
      vector.reduce((sum, value, at) => sum + value * (query.vector[at] as number), 0);
    return [...seen.values()]
      .flatMap(({ chunk: { id, documentId, version }, vectors }) => {
        const score = Math.min(1, Math.max(...vectors.map(cosineTo)));
        return vectors.length === 0 ? [] : { chunkId: id, documentId, version, score };
      })
      .toSorted((left, right) => right.score - left.score || (left.chunkId < right.chunkId ? -1 : 1))
      .slice(0, query.limit);
  }

  #countVectors(options?: CallOptions): VectorCounts {
    const counts = [...this.#seen(options).values()].map(({ vectors }) => vectors.length);
    return {
      vectors: counts.reduce((sum, count) => sum + count, 0),
      chunks: counts.filter((count) => count > 0).length,
    };
  }

  #accept(apply: PendingChange['apply']): void {
    this.#state.pending.push({ apply, callsLeft: lag });
  }

  /** What a reading call sees: without what was written just now. */
  #seen(options?: CallOptions): ReadonlyMap<string, ChunkWrite> {
    this.#enter(options);
    this.#passTime();
    return this.#state.chunks;
  }

  /** Changes are seen in the order that they were accepted in. */
  #passTime(): void {
    const { pending, chunks } = this.#state;
    for (const one of pending) one.callsLeft -= 1;
    while (pending[0] && pending[0].callsLeft <= 0) pending.shift()?.apply(chunks);
  }
}
