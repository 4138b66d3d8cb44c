import type {
  CallOptions,
  EngineHit,
  Filter,
  VectorCounts,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from '../../contracts/engine.ts';
import { vectorOf, vectorText } from './chunk-rows.ts';
import { BoundValues, filterSql } from './filter-sql.ts';
import type { NearestIndex } from './nearest-index.ts';
import type { OpenIndex } from './open-index.ts';
import type { PostgresqlClient, Row } from './postgresql-server.ts';

/**
 * A filter that lets through at most this many chunks is searched exactly: the index of nearest neighbours would walk
 * past most of what it finds, and return less than there is.
 */
const mostExactly = 10_000;

/** For how long, in milliseconds, a filter that let through more is not counted again, and how many are known. */
const broadMs = 10_000;
const mostRemembered = 200;

/** How many neighbours are found by half precision for each that is wanted; they are ordered by full precision. */
const candidatesPerHit = 2;
const leastCandidates = 100;

/** Chunks whose vectors one transaction writes. */
const chunksAtOnce = 500;

/** Numbers that one query gives back at most, of chunks with one vector: some ten bytes each. */
const numbersRead = 400_000;

/** Breadth of the search in the graph, and how far it goes on under a filter. */
const leastBreadth = 200;
const mostBreadth = 1000;
const mostScanned = 200_000;

/** The vectors of an index: searched exactly while they are few, by a graph once they are many. */
export class PostgresqlVectors implements VectorIndex {
  readonly #index: OpenIndex;
  readonly #nearest: NearestIndex;
  /** By filter, when it was found to let through more than {@link mostExactly}. */
  readonly #broad = new Map<string, number>();

  constructor(index: OpenIndex, nearest: NearestIndex) {
    this.#index = index;
    this.#nearest = nearest;
  }

  async add(batch: readonly VectorWrite[], { signal }: CallOptions = {}): Promise<void> {
    if (batch.length === 0) return;
    // Of several vectors with one id the last count.
    const ordered = [...new Map(batch.map((one) => [one.chunkId, one])).values()].toSorted(byChunkId);
    for (let from = 0; from < ordered.length; from += chunksAtOnce)
      await this.#addAtOnce(ordered.slice(from, from + chunksAtOnce), signal);
    this.#nearest.noteWrite();
  }

  async #addAtOnce(ordered: readonly VectorWrite[], signal: AbortSignal | undefined): Promise<void> {
    const { server, tables, number } = this.#index;
    const updated = await server.transaction(
      async (client) => {
        const { rows } = await client.query(
          `with updated as (
              update ${tables.chunks} c set embedding = w.embedding::vector
              from unnest($2::text[], $3::text[]) as w (id, embedding)
              where c.index_number = $1 and c.id = w.id returning c.number, c.id
            ),
            cleared as (delete from ${tables.windows} v using updated where v.chunk = updated.number)
          select updated.number::float8 as number, updated.id from updated`,
          [
            number,
            ordered.map(({ chunkId }) => chunkId),
            ordered.map(({ vectors: [first] }) => (first ? vectorText(first) : null)),
          ],
        );
        const numbers = new Map(rows.map((row) => [row['id'] as string, row['number'] as number]));
        await addWindows(client, this.#index, ordered, numbers);
        return rows.length;
      },
      { signal },
    );
    if (updated === 0) await this.#index.requireThere(signal);
  }

  async search({ vector, limit, filter, signal }: VectorQuery): Promise<readonly EngineHit[]> {
    const hits = await this.#search({ vector, limit, filter, signal });
    if (hits.length === 0) await this.#index.requireThere(signal);
    return hits;
  }

  async #search({ vector, limit, filter, signal }: VectorQuery): Promise<readonly EngineHit[]> {
    const text = vectorText(vector);
    if (!(await this.#nearest.isReady(signal))) return this.#searchExactly(text, limit, filter, signal);
    if (filter && !this.#isBroad(filter)) {
      const few = await this.#searchFew(text, limit, filter, signal);
      if (few) return few;
    }
    const hits = await this.#searchGraph(text, limit, filter, signal);
    // The graph gives up after so many; what it has not come to may still pass.
    return hits.length < limit ? this.#searchExactly(text, limit, filter, signal) : hits;
  }

  /** Whether a filter let through more than are compared one by one when it was last looked at. */
  #isBroad(filter: Filter): boolean {
    const atMs = this.#broad.get(JSON.stringify(filter));
    return atMs !== undefined && performance.now() - atMs < broadMs;
  }

  /** In full precision: half is only that of the graph. */
  async read(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly VectorWrite[]> {
    const { tables, number, dimension, server } = this.#index;
    const distinct = [...new Set(chunkIds)];
    const atOnce = Math.ceil(numbersRead / dimension);
    const found = new Map<string, Float32Array[]>();
    for (let from = 0; from < distinct.length; from += atOnce) {
      const rows = await server.query(
        `with wanted as materialized (
            select c.number, c.id, c.embedding from ${tables.chunks} c
            where c.index_number = $1 and c.id = any($2::text[]) and c.embedding is not null
          )
          select id, 0 as place, embedding::text as embedding from wanted
          union all
          select w.id, v.place, v.embedding::text from wanted w join ${tables.windows} v on v.chunk = w.number
          order by 1, 2`,
        [number, distinct.slice(from, from + atOnce)],
        { signal },
      );
      for (const row of rows) {
        const id = row['id'] as string;
        const vectors = found.get(id) ?? [];
        vectors.push(vectorOf(row['embedding'] as string));
        found.set(id, vectors);
      }
    }
    return Array.from(found, ([chunkId, vectors]) => ({ chunkId, vectors }));
  }

  async count({ signal }: CallOptions = {}): Promise<VectorCounts> {
    const { server, tables, number } = this.#index;
    const [row = {}] = await server.query(
      `select count(embedding)::float8 as chunks,
          (select count(*) from ${tables.windows} v where v.index_number = $1)::float8 as windows
        from ${tables.chunks} c where c.index_number = $1`,
      [number],
      { signal },
    );
    const chunks = row['chunks'] as number;
    if (chunks === 0) await this.#index.requireThere(signal);
    return { vectors: chunks + (row['windows'] as number), chunks };
  }

  async #searchExactly(
    vector: string,
    limit: number,
    filter: Filter | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly EngineHit[]> {
    const { tables, number, fields, server } = this.#index;
    const values = new BoundValues();
    const wanted = values.bind(vector, 'text');
    const passing = `c.index_number = ${number}${filter ? ` and ${filterSql(filter, fields, values)}` : ''}`;
    const rows = await server.query(
      best(
        limit,
        `(select c.number, c.embedding <=> ${wanted}::vector as distance
            from ${tables.chunks} c where ${passing} and c.embedding is not null
            order by 2, c.id limit ${limit})
          union all
          (select c.number, min(v.embedding <=> ${wanted}::vector) as distance
            from ${tables.windows} v join ${tables.chunks} c on c.number = v.chunk
            where v.index_number = ${number} and ${passing}
            group by c.number, c.id order by 2, c.id limit ${limit})`,
        tables.chunks,
      ),
      values.list,
      { signal },
    );
    return rows.map(hitOf);
  }

  /** The best of what a filter lets through, if that is not much; undefined otherwise. */
  async #searchFew(
    vector: string,
    limit: number,
    filter: Filter,
    signal: AbortSignal | undefined,
  ): Promise<readonly EngineHit[] | undefined> {
    const { tables, number, fields, server } = this.#index;
    const values = new BoundValues();
    const wanted = values.bind(vector, 'text');
    const rows = await server.query(
      // The distances are taken where the filter is: a join would read every vector once more.
      `with few as materialized (
          select c.number, c.embedding <=> ${wanted}::vector as distance from ${tables.chunks} c
          where c.index_number = ${number} and ${filterSql(filter, fields, values)} limit ${mostExactly + 1}
        ),
        found as materialized (select count(*) as chunks from few),
        nearest as (${best(
          limit,
          `select number, distance from few
              where distance is not null and (select chunks from found) <= ${mostExactly}
            union all
            select v.chunk, v.embedding <=> ${wanted}::vector from few join ${tables.windows} v on v.chunk = few.number
              where (select chunks from found) <= ${mostExactly}`,
          tables.chunks,
        )})
      select found.chunks::float8 as chunks, nearest.* from found left join nearest on true
      order by nearest.score desc, nearest.id`,
      values.list,
      { signal },
    );
    if ((rows[0]?.['chunks'] as number) > mostExactly) {
      if (this.#broad.size >= mostRemembered) this.#broad.clear();
      this.#broad.set(JSON.stringify(filter), performance.now());
      return undefined;
    }
    return rows.filter((row) => row['id'] !== null).map(hitOf);
  }

  async #searchGraph(
    vector: string,
    limit: number,
    filter: Filter | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly EngineHit[]> {
    const { tables, number, dimension, fields, server } = this.#index;
    const values = new BoundValues();
    const wanted = values.bind(vector, 'text');
    const passing = filter ? `and ${filterSql(filter, fields, values)}` : '';
    const candidates = Math.max(leastCandidates, limit * candidatesPerHit);
    const breadth = Math.min(mostBreadth, Math.max(leastBreadth, candidates));
    const half = `halfvec(${dimension})`;
    const begin = `begin read only; set local hnsw.ef_search = ${breadth};
      set local hnsw.iterative_scan = relaxed_order; set local hnsw.max_scan_tuples = ${mostScanned}`;
    return server.transaction(
      async (client) => {
        const { rows } = await client.query(
          `with near as materialized (
              select c.number, c.embedding from ${tables.chunks} c
              where c.index_number = ${number} ${passing}
              order by c.embedding::${half} <=> ${wanted}::${half} limit ${candidates}
            ),
            near_windows as materialized (
              select v.chunk, v.embedding from ${tables.windows} v join ${tables.chunks} c on c.number = v.chunk
              where v.index_number = ${number} ${passing}
              order by v.embedding::${half} <=> ${wanted}::${half} limit ${candidates * candidatesPerHit}
            )
          ${best(
            limit,
            `select number, embedding <=> ${wanted}::vector as distance from near
              union all select chunk, embedding <=> ${wanted}::vector from near_windows`,
            tables.chunks,
          )}`,
          values.list,
        );
        return rows.map(hitOf);
      },
      { begin, signal },
    );
  }
}

/** The best chunks of a query that returns `number` and `distance`, each by its best vector. */
function best(limit: number, distances: string, chunks: string): string {
  return `select c.id, c.doc_id, c.version::float8 as version, 1 - near.distance as score
    from (
      select number, min(distance) as distance from (${distances}) distances group by number
      order by 2 fetch first ${limit} rows with ties
    ) near join ${chunks} c on c.number = near.number
    order by near.distance, c.id limit ${limit}`;
}

/** A cosine may come out a little beyond 1. */
function hitOf(row: Row): EngineHit {
  return {
    chunkId: row['id'] as string,
    documentId: row['doc_id'] as string,
    version: row['version'] as number,
    score: Math.min(1, Math.max(-1, row['score'] as number)),
  };
}

/** Writes the vectors beyond the first of chunks that have none there, by the numbers of their rows. */
export async function addWindows(
  client: PostgresqlClient,
  { tables, number }: OpenIndex,
  batch: readonly VectorWrite[],
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  const windows = batch.flatMap(({ chunkId, vectors }) => {
    const chunk = numbers.get(chunkId);
    if (chunk === undefined) return [];
    return vectors.slice(1).map((vector, at) => ({ chunk, place: at + 1, text: vectorText(vector) }));
  });
  if (windows.length === 0) return;
  await client.query(
    `insert into ${tables.windows} (index_number, chunk, place, embedding)
      select $1, w.chunk, w.place, w.embedding::vector
      from unnest($2::bigint[], $3::integer[], $4::text[]) as w (chunk, place, embedding)`,
    [
      number,
      windows.map(({ chunk }) => chunk),
      windows.map(({ place }) => place),
      windows.map(({ text }) => text),
    ],
  );
}

/** Rows are locked in one order by all writers, so that none waits for another in a circle. */
function byChunkId(left: VectorWrite, right: VectorWrite): number {
  return left.chunkId < right.chunkId ? -1 : 1;
}
