import { type EngineSystem, rank } from '../engine-system.ts';
import { peerVersion } from './peer-version.ts';

/** What is used of PGlite, which the project itself does not install. */
interface PGlite {
  query(
    sql: string,
    values?: readonly unknown[],
  ): Promise<{ rows: readonly Readonly<Record<string, unknown>>[] }>;
  exec(sql: string): Promise<unknown>;
  close(): Promise<void>;
}
interface PGliteModule {
  readonly PGlite: { create(options: object): Promise<PGlite> };
}

const packageName: string = '@electric-sql/pglite';
const vectorPackage: string = '@electric-sql/pglite-pgvector';
const textPackage: string = '@electric-sql/pglite-pg_textsearch';
const rowsPerInsert = 250;

/**
 * PostgreSQL in this process with pgvector and pg_textsearch (BM25), and either pgvector's exact scan, which is what
 * it does without an index, or its HNSW index with the search depth that 100 candidates need.
 */
export async function pgliteSystem({ indexed }: { indexed: boolean }): Promise<EngineSystem> {
  const { PGlite } = (await import(packageName)) as PGliteModule;
  const { vector } = (await import(vectorPackage)) as { vector: unknown };
  const { pg_textsearch: textSearch } = (await import(textPackage)) as { pg_textsearch: unknown };
  const start = (directory: string) =>
    PGlite.create({ dataDir: directory, extensions: { vector, pg_textsearch: textSearch } });
  return {
    name: `pglite@${peerVersion(packageName)}${indexed ? ' indexed' : ''}`,
    async create(directory) {
      const database = await start(directory);
      await database.exec(`
        create extension vector;
        create extension pg_textsearch;
        create table chunks (id text primary key, title text, headings text, content text, embedding vector(384));`);
      return {
        async write(batch) {
          for (let from = 0; from < batch.length; from += rowsPerInsert) {
            const rows = batch.slice(from, from + rowsPerInsert);
            const places = rows.map(
              (_, at) => `($${at * 5 + 1}, $${at * 5 + 2}, $${at * 5 + 3}, $${at * 5 + 4}, $${at * 5 + 5})`,
            );
            const values = rows.flatMap(({ chunk, vector }) => [
              chunk.id,
              chunk.title,
              chunk.headingPath.join('\n'),
              chunk.content,
              `[${vector.join(',')}]`,
            ]);
            await database.query(`insert into chunks values ${places.join(', ')}`, values);
          }
        },
        async finish() {
          await database.exec(
            `create index chunks_text on chunks using bm25 (content) with (text_config = 'english')`,
          );
          if (indexed) {
            await database.exec(`set maintenance_work_mem = '512MB';
              create index chunks_vector on chunks using hnsw (embedding vector_cosine_ops)`);
          }
          await database.exec('vacuum analyze chunks');
          await database.close();
        },
      };
    },
    async open(directory) {
      const database = await start(directory);
      // At small sizes the planner takes the slower scan.
      if (indexed) await database.exec('set hnsw.ef_search = 120; set enable_seqscan = off');
      return {
        async keyword(text, limit) {
          const { rows } = await database.query(
            `select id, content <@> to_bm25query($1, 'chunks_text') as distance from chunks
             order by distance limit $2`,
            [text, limit],
          );
          // BM25, negated so that less is better.
          return rank(rows, (row) => -Number(row['distance']));
        },
        async vector(vector, limit) {
          const { rows } = await database.query(
            'select id, embedding <=> $1 as distance from chunks order by distance limit $2',
            [`[${vector.join(',')}]`, limit],
          );
          return rank(rows, (row) => 1 - Number(row['distance']));
        },
        async texts(ids) {
          const { rows } = await database.query('select content from chunks where id = any($1)', [ids]);
          return rows.map((row) => String(row['content']));
        },
        close: () => database.close(),
      };
    },
  };
}
