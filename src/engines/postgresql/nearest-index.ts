import { isFootnoteError } from '../../errors.ts';
import type { OpenIndex } from './open-index.ts';

/** Vectors from which on a graph is built: fewer are searched exactly about as fast. */
const fewestForGraph = 10_000;

/** Most dimensions of a vector in half precision that pgvector makes an index over. */
const mostIndexed = 4000;

/** How long it holds that there is a graph, or that there is none, in milliseconds. */
const knownMs = 10_000;

/** How long no vectors are written before a graph is built, in milliseconds. */
const quietMs = 2000;

/** Neighbours of each vector in the graph, and how broadly they are looked for while it is built. */
const neighbours = 16;
const breadth = 128;

/** Memory in which a graph is built much faster than beyond it. */
const buildMemory = '256MB';

/**
 * The graph of nearest neighbours (HNSW) over the vectors of one index, in half precision: it is half as large, and
 * what it finds is ordered by the vectors themselves. Built in the background once an index has grown large; where
 * this user may not build it, searches go on exactly.
 */
export class NearestIndex {
  readonly #index: OpenIndex;
  #isReady = false;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #building: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #refusal: string | undefined;

  constructor(index: OpenIndex) {
    this.#index = index;
  }

  /** Says that there is none though there should be, and why. */
  get warnings(): readonly string[] {
    if (this.#refusal === undefined || this.#isReady) return [];
    return [
      `The vectors of collection "${this.#index.collection}" have no index, so every question is compared with all of them: ${this.#refusal}. Ask it once as the owner of the tables, who may build one.`,
    ];
  }

  /** Whether searches can use it. */
  async isReady(signal: AbortSignal | undefined): Promise<boolean> {
    if (performance.now() - this.#askedAtMs < knownMs) return this.#isReady;
    const rows = await this.#index.server.query(
      `select i.indisvalid from pg_index i where i.indexrelid = any(array[to_regclass($1), to_regclass($2)]::oid[])`,
      this.#names.map((name) => this.#qualified(name)),
      { signal },
    );
    this.#isReady = rows.length === this.#names.length && rows.every((row) => row['indisvalid'] === true);
    this.#askedAtMs = performance.now();
    return this.#isReady;
  }

  /**
   * Says that vectors have been written. Once no more come for a moment it is built, if there are enough of them: many
   * vectors at once go into a graph several times as fast as one after another.
   */
  noteWrite(): void {
    clearTimeout(this.#timer);
    if (this.#isReady || this.#refusal !== undefined || this.#index.dimension > mostIndexed) return;
    this.#timer = setTimeout(() => void this.settled(), quietMs).unref();
  }

  /** Builds what is to be built now, and waits for it. */
  async settled(): Promise<void> {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      // After one that is under way, which may have found too few.
      this.#building = (this.#building ?? Promise.resolve())
        .then(() => this.#build())
        .catch((error: unknown) => {
          // Another process may be at it, or this user may not: later writes try again, or do not.
          if (isFootnoteError(error) && error.code === 'engine_rejected')
            this.#refusal = String((error.details as { readonly reason?: unknown }).reason);
        });
    }
    await this.#building;
  }

  async #build(): Promise<void> {
    if (await this.isReady(undefined)) return;
    const { server, tables, number, dimension } = this.#index;
    const vectors = [tables.chunks, tables.windows];
    const options = { timeoutMs: Number.POSITIVE_INFINITY };
    const [size] = await server.query(
      `select count(*)::float8 as vectors from (
        select from ${tables.chunks} where index_number = $1 and embedding is not null limit ${fewestForGraph}
      ) as counted`,
      [number],
    );
    if ((size?.['vectors'] as number) < fewestForGraph) return;
    for (const [at, name] of this.#names.entries()) {
      await server.run(async (client) => {
        const { rows } = await client.query(
          `select i.indisvalid, exists (
              select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as is_being_built
            from pg_index i where i.indexrelid = to_regclass($1)`,
          [this.#qualified(name)],
        );
        const [there] = rows;
        if (there?.['indisvalid'] === true || there?.['is_being_built'] === true) return;
        // What a build that was cut off has left is kept up by every write, and of no use.
        if (there) await client.query(`drop index concurrently if exists ${this.#qualified(name)}`);
        await client.query(`set maintenance_work_mem = '${buildMemory}'`);
        try {
          await client.query(
            `create index concurrently if not exists "${name}" on ${vectors[at]}
              using hnsw ((embedding::halfvec(${dimension})) halfvec_cosine_ops)
              with (m = ${neighbours}, ef_construction = ${breadth}) where index_number = ${number}`,
          );
        } finally {
          await client.query('reset maintenance_work_mem').catch(() => {});
        }
      }, options);
    }
    // Of tables that were never looked at the planner takes an index for a few dozen rows, and compares all of them.
    await server.run((client) => client.query(`analyze ${vectors.join(', ')}`), options);
    this.#askedAtMs = Number.NEGATIVE_INFINITY;
  }

  get #names(): readonly string[] {
    return graphNames(this.#index.number);
  }

  #qualified(name: string): string {
    return `"${this.#index.schema}"."${name}"`;
  }
}

/** The graphs of an index by name: one over its chunks' first vectors, one over the others. */
export function graphNames(indexNumber: number): readonly string[] {
  return [`document_chunks_nearest_${indexNumber}`, `document_chunk_vectors_nearest_${indexNumber}`];
}
