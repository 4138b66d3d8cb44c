import type {
  CallOptions,
  EngineHit,
  VectorCounts,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from '../../contracts/engine.ts';
import { checkFilter, checkVector } from '../check-input.ts';
import { type CypherCondition, cypherFilter } from './cypher-filter.ts';
import type { IndexNames } from './neo4j-schema.ts';
import type { IndexContext } from './neo4j-store.ts';

/** Up to so many vectors are compared one by one, which is exact. */
const comparedOneByOne = 500;

/**
 * Vectors that the index is asked for: fewer would cost recall, as it looks no farther than it is asked, and its order
 * is that of vectors in 8 bits. The best by their whole vectors are kept.
 */
const leastCandidates = 150;
const candidatesPerHit = 1.5;
const candidatesPerFilteredHit = 20;

/** Where too few of them pass a filter, up to so many times as many are asked for before all that pass are compared. */
const mostGrowth = 4;

/** Numbers that one query gives back at most, of chunks with one vector. */
const numbersRead = 400_000;

interface HitRow {
  readonly chunkId: string;
  readonly documentId: string;
  readonly version: number;
  readonly score: number;
}

/** What the server keeps count of. */
interface Sizes {
  readonly vectors: number;
  readonly windows: number;
}

/** A chunk with its vectors. */
interface VectorRow {
  readonly stored: string;
  readonly first: readonly number[];
  /** Each with its place among the windows, in no order. */
  readonly others: readonly (readonly [place: number, vector: readonly number[]])[];
}

const hitColumns =
  'chunk.chunk_id AS chunkId, chunk.document_id AS documentId, chunk.version AS version, score';

/** Searches by vectors; the scores of a chunk's windows come down to its best. */
export class Neo4jVectors implements VectorIndex {
  readonly #context: IndexContext;
  /** As of the last search, where the index was large then: whether it still is each search finds out. */
  #known: Sizes | undefined;
  readonly #add: (batch: readonly VectorWrite[], options: CallOptions) => Promise<void>;

  constructor(
    context: IndexContext,
    add: (batch: readonly VectorWrite[], options: CallOptions) => Promise<void>,
  ) {
    this.#context = context;
    this.#add = add;
  }

  add(batch: readonly VectorWrite[], options: CallOptions = {}): Promise<void> {
    return this.#add(batch, options);
  }

  async count({ signal }: CallOptions = {}): Promise<VectorCounts> {
    const { vectors, windows } = await this.#sizes(signal);
    return { vectors, chunks: vectors - windows };
  }

  async read(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly VectorWrite[]> {
    const { connection, names, spec } = this.#context;
    const distinct = [...new Set(chunkIds)];
    const atOnce = Math.ceil(numbersRead / spec.dimension);
    const found: VectorWrite[] = [];
    for (let from = 0; from < distinct.length; from += atOnce) {
      // Half a surrogate pair has no form in UTF-8: the server has such an id otherwise.
      const ids = new Map(distinct.slice(from, from + atOnce).map((id) => [id.toWellFormed(), id]));
      const rows = await connection.query<VectorRow>(
        `MATCH (chunk:\`${names.chunk}\`) WHERE chunk.chunk_id IN $ids AND chunk.embedding IS NOT NULL
RETURN chunk.chunk_id AS stored, chunk.embedding AS first,
  [(window:\`${names.window}\`)-[:WINDOW_OF]->(chunk) | [window.place, window.embedding]] AS others`,
        { ids: [...ids.keys()] },
        { signal },
      );
      for (const { stored, first, others } of rows) {
        const inOrder = others.toSorted(([one], [other]) => one - other).map(([, vector]) => vector);
        const vectors = [first, ...inOrder].map((vector) => Float32Array.from(vector));
        found.push({ chunkId: ids.get(stored) ?? stored, vectors });
      }
    }
    return found;
  }

  async search(query: VectorQuery): Promise<readonly EngineHit[]> {
    const { spec } = this.#context;
    checkVector(query.vector, spec.dimension, 'the question');
    const { filter } = query;
    if (filter) checkFilter(filter, spec.fields);
    const condition = filter && cypherFilter(filter, spec.fields);
    let sizes = this.#known ?? (await this.#sizes(query.signal));
    if (sizes.vectors > comparedOneByOne) {
      const hits = await this.#searchIndex(query, condition, sizes);
      if (hits) return hits;
      sizes = await this.#sizes(query.signal);
    }
    return sizes.vectors === 0 ? [] : this.#compareAll(query, condition, sizes.windows > 0);
  }

  /** Asks the index for ever more until enough pass; undefined where that is dearer than to compare all that pass. */
  async #searchIndex(
    query: VectorQuery,
    condition: CypherCondition | undefined,
    assumed: Sizes,
  ): Promise<readonly EngineHit[] | undefined> {
    const { limit } = query;
    let { vectors, windows } = assumed;
    const windowsOfChunk = vectors / Math.max(1, vectors - windows);
    const wanted = limit * (condition ? candidatesPerFilteredHit : candidatesPerHit) * windowsOfChunk;
    const first = Math.max(leastCandidates, Math.ceil(wanted));
    for (let candidates = first; candidates < vectors && candidates <= mostGrowth * first; ) {
      const { hits, sizes } = await this.#nearest(query, condition, candidates, windows > 0);
      this.#known = sizes.vectors > comparedOneByOne ? sizes : undefined;
      const isAsAssumed = sizes.windows > 0 === windows > 0;
      ({ vectors, windows } = sizes);
      if (!isAsAssumed) continue;
      if (hits.length >= limit) return hits;
      // So many would do if those that pass lie as close together farther on, and some more.
      candidates = Math.ceil((1.5 * candidates * limit) / Math.max(1, hits.length));
    }
    return undefined;
  }

  /** The best of what the index finds that pass, with the sizes of this moment. */
  async #nearest(
    { vector, limit, signal }: VectorQuery,
    condition: CypherCondition | undefined,
    candidates: number,
    hasWindows: boolean,
  ): Promise<{ readonly hits: readonly EngineHit[]; readonly sizes: Sizes }> {
    const { connection, names } = this.#context;
    const passing = condition ? `WHERE ${condition.text}` : '';
    const scored = hasWindows
      ? `OPTIONAL MATCH (node)-[:WINDOW_OF]->(owner) WITH sizes, node, coalesce(owner, node) AS chunk ${passing}
WITH sizes, chunk, max(${similarity('node')}) AS score`
      : `WITH sizes, node AS chunk ${passing} WITH sizes, chunk, ${similarity('chunk')} AS score`;
    const rows = await connection.query<HitRow & { readonly sizes: Sizes }>(
      `${countSizes(names)} WITH {vectors: vectors, windows: windows} AS sizes
CALL db.index.vector.queryNodes($index, $candidates, $vector) YIELD node
${scored} ORDER BY score DESC, chunk.chunk_id LIMIT $limit RETURN ${hitColumns}, sizes`,
      {
        index: names.vectorIndex,
        candidates: BigInt(candidates),
        limit: BigInt(limit),
        vector: Array.from(vector),
        ...condition?.parameters,
      },
      { signal },
    );
    return { hits: hitsOf(rows), sizes: rows[0]?.sizes ?? (await this.#sizes(signal)) };
  }

  /** The best of all vectors whose chunks pass. */
  async #compareAll(
    { vector, limit, signal }: VectorQuery,
    condition: CypherCondition | undefined,
    hasWindows: boolean,
  ): Promise<readonly EngineHit[]> {
    const { connection, names } = this.#context;
    const score = hasWindows
      ? `reduce(best = ${similarity('chunk')}, other IN [(window:\`${names.window}\`)-[:WINDOW_OF]->(chunk) | ${similarity('window')}] |
  CASE WHEN other > best THEN other ELSE best END)`
      : similarity('chunk');
    const rows = await connection.query<HitRow>(
      `MATCH (chunk:\`${names.chunk}\`) WHERE chunk.embedding IS NOT NULL ${condition ? `AND ${condition.text}` : ''}
WITH chunk, ${score} AS score ORDER BY score DESC, chunk.chunk_id LIMIT $limit RETURN ${hitColumns}`,
      { vector: Array.from(vector), limit: BigInt(limit), ...condition?.parameters },
      { signal },
    );
    return hitsOf(rows);
  }

  async #sizes(signal: AbortSignal | undefined): Promise<Sizes> {
    const { connection, names } = this.#context;
    const [row] = await connection.query<Sizes>(
      `${countSizes(names)} RETURN vectors, windows`,
      {},
      { signal },
    );
    return row ?? { vectors: 0, windows: 0 };
  }
}

/** Both are read from the counts that the server keeps of each label. */
const countSizes = ({ vector, window }: IndexNames) =>
  `CALL { MATCH (node:\`${vector}\`) RETURN count(node) AS vectors }
CALL { MATCH (window:\`${window}\`) RETURN count(window) AS windows }`;

const similarity = (node: string) => `vector.similarity.cosine(${node}.embedding, $vector)`;

/** The server's similarity is (1 + cosine) / 2. */
function hitsOf(rows: readonly HitRow[]): readonly EngineHit[] {
  // Of one that is removed while it is read nothing is known any more.
  return rows
    .filter((row) => Object.values(row).every((value: unknown) => value !== null))
    .map((row) => ({ ...row, score: Math.max(-1, Math.min(1, 2 * row.score - 1)) }))
    .toSorted(bestFirst);
}

/** Best first; equal scores in order of chunk id, by code unit. */
export function bestFirst(one: EngineHit, other: EngineHit): number {
  return other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1);
}
