import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  Filter,
  FilteredCallOptions,
  IndexSpec,
  NeighbourRange,
} from '../../contracts/engine.ts';
import { throwIfAborted } from '../../errors.ts';
import { checkWrites } from '../check-input.ts';
import { chunkColumns, chunkOf, chunkSelection, refuseUnstorable, upsertChunksSql } from './chunk-rows.ts';
import { BoundValues, filterSql, isExactInSql } from './filter-sql.ts';
import { NearestIndex } from './nearest-index.ts';
import type { OpenIndex } from './open-index.ts';
import { addTerms, analyseChunks, lockIndex, PostgresqlTerms, removeTerms } from './postgresql-terms.ts';
import { addWindows, PostgresqlVectors } from './postgresql-vectors.ts';

/** Terms are looked up one by one: the planner would rather read all that an index has, at every write. */
const beginWrite = 'begin; set local enable_hashjoin = off; set local enable_mergejoin = off';

/** Chunks that one transaction writes: larger batches are written in several, each with its own deadline. */
const chunksAtOnce = 500;

/** More than any document has of chunks on one side. */
const allChunks = 2 ** 31 - 1;

/** The chunks of one index in PostgreSQL. */
export class PostgresqlStore implements ChunkStore {
  readonly spec: IndexSpec;
  readonly vectors: PostgresqlVectors;
  readonly terms: PostgresqlTerms;
  /** Background work on the index. */
  readonly nearest: NearestIndex;
  readonly #index: OpenIndex;
  readonly #analyser: Analyser;

  constructor(spec: IndexSpec, index: OpenIndex, analyser: Analyser) {
    this.spec = spec;
    this.#index = index;
    this.#analyser = analyser;
    this.nearest = new NearestIndex(index);
    this.vectors = new PostgresqlVectors(index, this.nearest);
    this.terms = new PostgresqlTerms(index);
  }

  get warnings(): readonly string[] {
    return this.nearest.warnings;
  }

  canFilter(filter: Filter): boolean {
    return isExactInSql(filter);
  }

  async write(batch: readonly ChunkWrite[], { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    checkWrites(batch);
    if (batch.length === 0) return;
    // Of several chunks with one id the last counts. Rows are locked in one order by all writers.
    const distinct = [...new Map(batch.map((one) => [one.chunk.id, one])).values()].toSorted((left, right) =>
      left.chunk.id < right.chunk.id ? -1 : 1,
    );
    // Refused before any of them is written.
    for (const { chunk } of distinct) refuseUnstorable(chunk);
    for (let from = 0; from < distinct.length; from += chunksAtOnce)
      await this.#writeAtOnce(distinct.slice(from, from + chunksAtOnce), signal);
    if (distinct.some(({ vectors }) => vectors.length > 0)) this.nearest.noteWrite();
  }

  async #writeAtOnce(distinct: readonly ChunkWrite[], signal: AbortSignal | undefined): Promise<void> {
    const columns = chunkColumns(distinct, this.spec.collection);
    const analysed = analyseChunks(
      distinct.map(({ chunk }) => chunk),
      this.#analyser,
    );
    const index = this.#index;
    await index.server.transaction(
      async (client) => {
        await lockIndex(client, index);
        const { rows } = await client.query(upsertChunksSql(index.tables.chunks), [index.number, ...columns]);
        const replaced = rows.filter((row) => row['is_replaced'] === true).map((row) => row['number']);
        if (replaced.length > 0) {
          await removeTerms(client, index, 'select unnest($1::bigint[]) as number', [replaced]);
          await client.query(`delete from ${index.tables.windows} where chunk = any($1::bigint[])`, [
            replaced,
          ]);
        }
        const numbers = new Map(rows.map((row) => [row['id'] as string, row['number'] as number]));
        const windows = distinct.map(({ chunk, vectors }) => ({ chunkId: chunk.id, vectors }));
        await addWindows(client, index, windows, numbers);
        const terms = Array.from(analysed, ([id, found]) => ({
          number: numbers.get(id) as number,
          terms: found,
        }));
        await addTerms(client, index, terms);
      },
      { begin: beginWrite, signal },
    );
  }

  async remove(selectors: readonly ChunkSelector[], { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    if (selectors.length === 0) return;
    const { server, tables, number } = this.#index;
    const chosen = `select c.number from ${tables.chunks} c
      join unnest($1::text[], $2::bigint[]) as w (doc_id, version)
        on c.doc_id = w.doc_id and c.version = coalesce(w.version, c.version)
      where c.index_number = ${number}`;
    const values = [
      selectors.map(({ documentId }) => documentId),
      selectors.map(({ version }) => version ?? null),
    ];
    await server.transaction(
      async (client) => {
        await lockIndex(client, this.#index);
        await removeTerms(client, this.#index, `select distinct number from (${chosen}) as x`, values);
        await client.query(`delete from ${tables.chunks} where number in (${chosen})`, values);
      },
      { signal },
    );
  }

  async get(chunkIds: readonly string[], { signal }: CallOptions = {}): Promise<readonly Chunk[]> {
    const { server, tables, number } = this.#index;
    const rows = await server.query(
      `select ${chunkSelection} from unnest($2::text[]) with ordinality as w (id, place)
        join ${tables.chunks} c on c.index_number = $1 and c.id = w.id order by w.place`,
      [number, chunkIds],
      { signal },
    );
    if (rows.length < chunkIds.length) await this.#index.requireThere(signal);
    return rows.map(chunkOf);
  }

  async neighbours(
    chunkIds: readonly string[],
    { before, after }: NeighbourRange,
    { signal }: CallOptions = {},
  ): Promise<readonly (readonly Chunk[])[]> {
    const { server, tables, number } = this.#index;
    const rows = await server.query(
      `select w.place::float8 as place, ${chunkSelection}
        from unnest($2::text[]) with ordinality as w (id, place)
        join ${tables.chunks} middle on middle.index_number = $1 and middle.id = w.id
        join ${tables.chunks} c on c.index_number = $1 and c.doc_id = middle.doc_id and c.version = middle.version
          and c.chunk_index between middle.chunk_index - $3::bigint and middle.chunk_index + $4::bigint
          and c.number <> middle.number
        order by w.place, c.chunk_index`,
      [number, chunkIds, Math.min(before, allChunks), Math.min(after, allChunks)],
      { signal },
    );
    if (rows.length === 0) await this.#index.requireThere(signal);
    const found = chunkIds.map((): Chunk[] => []);
    for (const row of rows) found[(row['place'] as number) - 1]?.push(chunkOf(row));
    return found;
  }

  async versions({ signal }: CallOptions = {}): Promise<readonly { documentId: string; version: number }[]> {
    const { server, tables, number } = this.#index;
    const rows = await server.query(
      `select distinct doc_id, version::float8 as version from ${tables.chunks} where index_number = $1`,
      [number],
      { signal },
    );
    if (rows.length === 0) await this.#index.requireThere(signal);
    return rows.map((row) => ({ documentId: row['doc_id'] as string, version: row['version'] as number }));
  }

  async count({ filter, signal }: FilteredCallOptions = {}): Promise<number> {
    const { server, tables, number, fields } = this.#index;
    const values = new BoundValues();
    const passing = filter ? `and ${filterSql(filter, fields, values)}` : '';
    const [row] = await server.query(
      `select count(*)::float8 as chunks from ${tables.chunks} c where c.index_number = ${number} ${passing}`,
      values.list,
      { signal },
    );
    const chunks = row?.['chunks'] as number;
    if (chunks === 0) await this.#index.requireThere(signal);
    return chunks;
  }
}
