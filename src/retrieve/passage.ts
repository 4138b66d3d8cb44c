import type { Chunk } from '../contracts/chunk.ts';
import type { EngineIndex } from '../contracts/engine.ts';
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

/** Reads from the indexes that candidates were found in, each by the name of its collection. */
export function passageReader(
  indexes: ReadonlyMap<string, EngineIndex>,
  options: { readonly signal?: AbortSignal },
): ReadPassages {
  return async (ranked) => {
    if (ranked.length === 0) return [];
    const ids = Map.groupBy(ranked, ({ candidate }) => candidate.collection);
    const read = await Promise.all(
      Array.from(ids, async ([collection, found]) =>
        indexes.get(collection)?.get(
          found.map(({ candidate }) => candidate.chunkId),
          options,
        ),
      ),
    );
    const chunks = new Map<string, Chunk>();
    for (const some of read) for (const chunk of some ?? []) chunks.set(chunk.id, chunk);
    return ranked.flatMap((one) => {
      const chunk = chunks.get(one.candidate.chunkId);
      return chunk ? [{ ranked: one, chunk }] : [];
    });
  };
}
