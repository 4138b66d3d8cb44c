import type { Chunk } from '../../contracts/chunk.ts';
import { versionKey } from '../../contracts/document-records.ts';
import type { CallOptions, ChunkSelector } from '../../contracts/engine.ts';
import { quotedIdentifier } from '../../postgresql/read-tables.ts';
import { ServerCalls } from '../../servers/server-calls.ts';
import { chapterOf, sectionOf, textOf } from './textbook-payload.ts';

/** What of a pool of connections the table needs: `pg`'s has it, and so may others. */
export interface ChunkMetadataPool {
  connect(): Promise<ChunkMetadataClient>;
}

/** One connection. */
export interface ChunkMetadataClient {
  query(sql: string, values?: unknown[]): Promise<unknown>;
  /** Gives it back; with an error, as one that is not used again. */
  release(error?: Error | boolean): void;
}

export interface ChunkMetadataOptions {
  readonly pool: ChunkMetadataPool;
  /** For messages, without a user or a password: `PostgreSQL at 127.0.0.1:5432`. Default `PostgreSQL`. */
  readonly server?: string;
  /** That the table is in; it must be there. Default: the one that the connection looks in first. */
  readonly schema?: string | undefined;
  /** Default `chunk_metadata`. */
  readonly table?: string;
  /**
   * The file of a document's version, which its chunks do not know; asked once for each. Where there is none it is the
   * document's id. A chunk's metadata `source_file` wins.
   */
  readonly sourceFile?:
    | ((version: Pick<Chunk, 'documentId' | 'version'>) => Promise<string | undefined>)
    | undefined;
  /** How long one call may take with all its tries, in milliseconds. Default 30 000. */
  readonly timeoutMs?: number;
}

/** A table that is told of chunks. */
export interface ChunkMetadataTable {
  /**
   * One row a chunk, its time of creation kept where it is known; it belongs to the index that wrote it last. All of
   * them or none: one transaction, rolled back when it fails; where the connection fails, three tries. Errors:
   * `engine_unavailable`, `engine_rejected`, `aborted`.
   */
  upsert(indexId: string, chunks: readonly Chunk[], options?: CallOptions): Promise<void>;
  /** Removes the rows of what the selectors name. Errors: as `upsert`. */
  remove(selectors: readonly ChunkSelector[], options?: CallOptions): Promise<void>;
  /** Removes the rows that belong to an index. Errors: as `upsert`. */
  drop(indexId: string, options?: CallOptions): Promise<void>;
  /** Lets go of its connections, where they are its own. Called when the engine is closed. */
  close?(): Promise<void>;
}

/** Rows of one statement. */
const batchSize = 100;

/**
 * The table `chunk_metadata` in PostgreSQL that a textbook chatbot keeps beside its Qdrant collection: `chunk_id,
 * chapter_id, section_id, source_file, token_count, created_at, updated_at`, and `index_id`, the index that wrote the
 * row last. It is created where it is missing.
 * @example
 * qdrantEngine({ …, chunkMetadata: chunkMetadataTable({ pool: new Pool({ connectionString }) }) })
 */
export function chunkMetadataTable({
  pool,
  server = 'PostgreSQL',
  schema,
  table = 'chunk_metadata',
  sourceFile,
  timeoutMs = 30_000,
}: ChunkMetadataOptions): ChunkMetadataTable {
  const calls = new ServerCalls({ server, timeoutMs });
  const name =
    schema === undefined ? quotedIdentifier(table) : `${quotedIdentifier(schema)}.${quotedIdentifier(table)}`;
  let isCreated = false;

  /** An upsert and a deletion may be repeated, so a transaction that broke off is begun anew. */
  const inTransaction = (work: (client: ChunkMetadataClient) => Promise<void>, options: CallOptions) =>
    calls.run(async () => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        if (!isCreated) await create(client, name);
        await work(client);
        await client.query('COMMIT');
        isCreated = true;
      } catch (error) {
        const isLost = await client.query('ROLLBACK').then(
          () => false,
          () => true,
        );
        client.release(isLost);
        throw error;
      }
      client.release();
    }, options);

  return {
    async upsert(indexId, chunks, options = {}) {
      if (chunks.length === 0) return;
      const distinct = [...new Map(chunks.map((chunk) => [chunk.id, chunk])).values()];
      const files = new Map<string, string>();
      for (const { documentId, version } of distinct) {
        const key = versionKey({ documentId, version });
        if (!files.has(key)) files.set(key, (await sourceFile?.({ documentId, version })) || documentId);
      }
      const rows = distinct.map((chunk) => [
        ...rowOf(chunk, files.get(versionKey(chunk)) ?? chunk.documentId),
        indexId,
      ]);
      await inTransaction(async (client) => {
        for (let from = 0; from < rows.length; from += batchSize) {
          const some = rows.slice(from, from + batchSize);
          await client.query(upsertOf(name, some.length), some.flat());
        }
      }, options);
    },
    async remove(selectors, options = {}) {
      if (selectors.length === 0) return;
      await inTransaction(async (client) => {
        for (const { documentId, version } of selectors) {
          const prefix = `${storable(documentId)}.${version === undefined ? '' : `${version}.`}`;
          // Document ids may hold dots and numbers of their own: what follows the prefix must be the rest of an id.
          await client.query(
            `DELETE FROM ${name} WHERE starts_with(chunk_id, $1) AND substr(chunk_id, length($1) + 1) ~ $2`,
            [prefix, version === undefined ? '^[0-9]+[.][0-9]+$' : '^[0-9]+$'],
          );
        }
      }, options);
    },
    drop: (indexId, options = {}) =>
      inTransaction(async (client) => {
        await client.query(`DELETE FROM ${name} WHERE index_id = $1`, [indexId]);
      }, options),
  };
}

/** In turns: of two processes that create one table at once PostgreSQL refuses one. */
async function create(client: ChunkMetadataClient, name: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [name]);
  await client.query(`CREATE TABLE IF NOT EXISTS ${name} (
    chunk_id text PRIMARY KEY,
    chapter_id text NOT NULL,
    section_id text NOT NULL,
    source_file text NOT NULL,
    token_count integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`);
  // One that another program has made has no such column.
  await client.query(`ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS index_id text`);
}

const columns = ['chunk_id', 'chapter_id', 'section_id', 'source_file', 'token_count', 'index_id'] as const;

function upsertOf(name: string, rows: number): string {
  const values = Array.from({ length: rows }, (_, row) => {
    const places = columns.map((_column, at) => `$${row * columns.length + at + 1}`);
    return `(${places.join(', ')})`;
  });
  const updates = columns.slice(1).map((column) => `${column} = EXCLUDED.${column}`);
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${values.join(', ')}
    ON CONFLICT (chunk_id) DO UPDATE SET ${updates.join(', ')}, updated_at = now()`;
}

function rowOf(chunk: Chunk, file: string): unknown[] {
  const { id, tokens, metadata } = chunk;
  const sourceFile = textOf(metadata, 'source_file') ?? file;
  const texts = [id, chapterOf(chunk).id, sectionOf(chunk).id, sourceFile];
  return [...texts.map(storable), tokens];
}

/** PostgreSQL keeps no NUL, and no half surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
