import { type EngineSystem, rank } from '../engine-system.ts';
import { peerVersion } from './peer-version.ts';

/** What is used of `@lancedb/lancedb`, which the project itself does not install. */
interface LanceDb {
  connect(directory: string): Promise<LanceConnection>;
  readonly Index: { btree(): object; fts(options: object): object; hnswSq(options: object): object };
}
interface LanceConnection {
  createTable(name: string, rows: readonly object[]): Promise<LanceTable>;
  openTable(name: string): Promise<LanceTable>;
  close(): void;
}
interface LanceTable {
  add(rows: readonly object[]): Promise<unknown>;
  createIndex(column: string, options: { config: object }): Promise<void>;
  optimize(): Promise<unknown>;
  query(): LanceQuery;
}
interface LanceQuery {
  fullTextSearch(text: string, options: { columns: readonly string[] }): LanceQuery;
  nearestTo(vector: Float32Array): LanceQuery;
  distanceType(type: 'cosine'): LanceQuery;
  where(condition: string): LanceQuery;
  select(columns: readonly string[]): LanceQuery;
  limit(count: number): LanceQuery;
  toArray(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

const packageName: string = '@lancedb/lancedb';
const table = 'chunks';

/**
 * LanceDB with its BM25 index in English (stemmed, stop words removed), an index of ids to read texts by, and either
 * its exact vector scan, which is what it does by default, or its HNSW index over scalar-quantised vectors.
 */
export async function lancedbSystem({ indexed }: { indexed: boolean }): Promise<EngineSystem> {
  const lancedb = (await import(packageName)) as LanceDb;
  return {
    name: `lancedb@${peerVersion(packageName)}${indexed ? ' indexed' : ''}`,
    async create(directory) {
      const connection = await lancedb.connect(directory);
      let chunks: LanceTable | undefined;
      return {
        async write(batch) {
          const rows = batch.map(({ chunk, vector }) => ({
            id: chunk.id,
            title: chunk.title,
            headings: chunk.headingPath.join('\n'),
            content: chunk.content,
            vector: Array.from(vector),
          }));
          if (chunks === undefined) chunks = await connection.createTable(table, rows);
          else await chunks.add(rows);
        },
        async finish() {
          const config = lancedb.Index.fts({
            withPosition: false,
            language: 'English',
            stem: true,
            removeStopWords: true,
          });
          await chunks?.createIndex('content', { config });
          await chunks?.createIndex('id', { config: lancedb.Index.btree() });
          if (indexed)
            await chunks?.createIndex('vector', { config: lancedb.Index.hnswSq({ distanceType: 'cosine' }) });
          await chunks?.optimize();
          connection.close();
        },
      };
    },
    async open(directory) {
      const connection = await lancedb.connect(directory);
      const chunks = await connection.openTable(table);
      return {
        async keyword(text, limit) {
          const query = chunks.query().fullTextSearch(text, { columns: ['content'] });
          return rank(await query.select(['id', '_score']).limit(limit).toArray(), (row) =>
            Number(row['_score']),
          );
        },
        async vector(vector, limit) {
          const query = chunks.query().nearestTo(vector).distanceType('cosine');
          const rows = await query.select(['id', '_distance']).limit(limit).toArray();
          return rank(rows, (row) => 1 - Number(row['_distance']));
        },
        async texts(ids) {
          const wanted = ids.map((id) => `'${id}'`).join(', ');
          const rows = await chunks
            .query()
            .where(`id in (${wanted})`)
            .select(['content'])
            .limit(ids.length)
            .toArray();
          return rows.map((row) => String(row['content']));
        },
        close: async () => connection.close(),
      };
    },
  };
}
