import {
  NaiveEngine,
  type NaiveIndex,
  type NaivePlace,
} from '../../../conformance/naive-engine.test-support.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import type { ChunkStore, Engine, FieldStatistics, TermField, TermIndex } from '../../contracts/engine.ts';
import { analyser as createAnalyser } from '../../text/analyser/analyser.ts';
import { inverseDocumentFrequency, normalisation, saturation } from '../bm25.ts';
import { chunkTerms, termFields } from '../chunk-terms.ts';

const analyser = createAnalyser();

/** A naive engine whose stores have only some of their parts. */
export function partialEngine(
  place: NaivePlace,
  partOf: (whole: NaiveIndex, chunks: () => readonly Chunk[]) => ChunkStore,
): Engine {
  const engine = new NaiveEngine(place);
  return {
    name: 'partial',
    open: async (spec, options) =>
      partOf(await engine.open(spec, options), () =>
        Array.from(place.get(spec.id)?.writes.values() ?? [], ({ chunk }) => chunk),
      ),
    drop: (...asked) => engine.drop(...asked),
    close: () => engine.close(),
  };
}

/** Finds chunks by terms, and leaves ranking to the core; all else it does by itself. */
export function withTerms(whole: NaiveIndex, chunks: () => readonly Chunk[]): ChunkStore {
  return {
    spec: whole.spec,
    vectors: whole.vectors,
    terms: naiveTerms(whole, chunks),
    canFilter: () => true,
    write: (...asked) => whole.write(...asked),
    remove: (...asked) => whole.remove(...asked),
    get: (...asked) => whole.get(...asked),
    versions: (...asked) => whole.versions(...asked),
    count: (...asked) => whole.count(...asked),
  };
}

/** Finds words like {@link withTerms}, and gives what it has kept of the terms of each chunk. */
export function withKeptTerms(whole: NaiveIndex, chunks: () => readonly Chunk[]): ChunkStore {
  const store = withTerms(whole, chunks);
  const terms = naiveTerms(whole, chunks);
  return {
    ...store,
    terms: {
      ...terms,
      search: async (query) => {
        const hits = await terms.search(query);
        const held = new Map(chunks().map((chunk) => [chunk.id, chunk]));
        return hits.map((hit) => {
          const chunk = held.get(hit.chunkId);
          return chunk ? { ...hit, texts: chunkTerms(chunk, analyser) } : hit;
        });
      },
    },
  };
}

/** Ranks by vectors that come with their text, and can do nothing else. */
export function vectorsAlone(whole: NaiveIndex): ChunkStore {
  const { search, count } = whole.vectors;
  return {
    spec: whole.spec,
    vectors: { search, count },
    write: async (batch, options) => {
      // What has no vectors need not be kept.
      await whole.write(batch, options);
    },
    remove: (...asked) => whole.remove(...asked),
    get: (...asked) => whole.get(...asked),
    versions: (...asked) => whole.versions(...asked),
    count: ({ signal } = {}) => whole.count({ signal }),
  };
}

/** Finds words like {@link withTerms}, and holds no vectors at all. */
export function termsAlone(whole: NaiveIndex, chunks: () => readonly Chunk[]): ChunkStore {
  const { vectors: _, ...others } = withTerms(whole, chunks);
  return others;
}

function naiveTerms(whole: NaiveIndex, chunks: () => readonly Chunk[]): TermIndex {
  const statistics: TermIndex['statistics'] = async (sought, { filter, signal } = {}) => {
    const passing = await passingChunks(whole, chunks(), filter, signal);
    const terms = passing.map((chunk) => chunkTerms(chunk, analyser));
    const fields = Object.fromEntries(
      termFields.map((field) => {
        const lengths = terms.map((one) => one[field].length).filter((length) => length > 0);
        return [field, { chunks: lengths.length, length: lengths.reduce((sum, length) => sum + length, 0) }];
      }),
    ) as FieldStatistics['fields'];
    const frequencies = sought.map(
      ({ field, term }) => terms.filter((one) => one[field].frequencies.has(term)).length,
    );
    return { chunks: passing.length, fields, frequencies };
  };
  return {
    statistics,
    search: async ({ terms: sought, limit, filter, signal }) => {
      const { chunks: all, fields, frequencies } = await statistics(sought, { signal });
      const passing = await passingChunks(whole, chunks(), filter, signal);
      return passing
        .map((chunk) => {
          const terms = chunkTerms(chunk, analyser);
          const score = sought.reduce((sum, { field, term, weight }, at) => {
            const { frequencies: held, length } = terms[field];
            const share = saturation(held.get(term) ?? 0, length, normalisation(fields[field]));
            return sum + weight * inverseDocumentFrequency(all, frequencies[at] ?? 0) * share;
          }, 0);
          return { chunkId: chunk.id, documentId: chunk.documentId, version: chunk.version, score };
        })
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit);
    },
    vocabulary: async () => {
      const holding = new Map<string, Map<TermField, number>>();
      for (const chunk of chunks()) {
        const terms = chunkTerms(chunk, analyser);
        for (const field of ['content', 'title', 'headingPath'] as const) {
          for (const term of terms[field].frequencies.keys()) {
            const counts = holding.get(term) ?? new Map<TermField, number>();
            holding.set(term, counts.set(field, (counts.get(field) ?? 0) + 1));
          }
        }
      }
      return Array.from(holding, ([term, counts]) => ({ term, chunks: Math.max(...counts.values()) }));
    },
  };
}

async function passingChunks(
  whole: NaiveIndex,
  chunks: readonly Chunk[],
  filter: Parameters<NaiveIndex['passes']>[0],
  signal: AbortSignal | undefined,
): Promise<readonly Chunk[]> {
  await whole.count({ signal });
  return chunks.filter((chunk) => whole.passes(filter, chunk));
}
