import type { Chunk } from './chunk.ts';
import type {
  CallOptions,
  ChunkStore,
  KeywordIndex,
  NeighbourRange,
  VectorIndex,
  VectorWrite,
} from './engine.ts';

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
