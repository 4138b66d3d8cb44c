import { Client } from 'pg';
import type { EngineServer } from '../../scripts/engines/engine-server.ts';
import { dimension } from './engine-corpus.ts';
import { rank } from './engine-system.ts';
import type { BareStore } from './engines-bare.ts';

/** A table with an HNSW index of the vectors and an inverted index of the words, as pgvector's manual has it. */
export async function barePostgresql({ url }: EngineServer): Promise<BareStore> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS vector');
  await client.query(`CREATE TABLE bare (id text PRIMARY KEY, document_id text, version int, ordinal int, title text,
    heading text, content text, metadata jsonb, embedding vector(${dimension}),
    words tsvector GENERATED ALWAYS AS (to_tsvector('simple', content)) STORED)`);
  await client.query('CREATE INDEX ON bare USING hnsw (embedding vector_cosine_ops)');
  await client.query('CREATE INDEX ON bare USING gin (words)');
  return {
    async write(batch) {
      const column = (value: (one: (typeof batch)[number]) => unknown) => batch.map(value);
      await client.query(
        `INSERT INTO bare (id, document_id, version, ordinal, title, heading, content, metadata, embedding)
         SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[],
           $8::jsonb[], $9::vector[])`,
        [
          column(({ chunk }) => chunk.id),
          column(({ chunk }) => chunk.documentId),
          column(({ chunk }) => chunk.version),
          column(({ chunk }) => chunk.ordinal),
          column(({ chunk }) => chunk.title),
          column(({ chunk }) => chunk.headingPath.join(' > ')),
          column(({ chunk }) => chunk.content),
          column(({ chunk }) => JSON.stringify(chunk.metadata)),
          column(({ vector }) => literal(vector)),
        ],
      );
    },
    settle: async () => {
      await client.query('ANALYZE bare');
    },
    async vector(vector, limit) {
      await client.query(`SET hnsw.ef_search = ${limit}`);
      const { rows } = await client.query({
        name: 'vector',
        text: 'SELECT id, embedding <=> $1::vector AS distance FROM bare ORDER BY distance LIMIT $2',
        values: [literal(vector), limit],
      });
      return rank(rows, (row) => 1 - Number(row['distance']));
    },
    async keyword(text, limit) {
      const { rows } = await client.query({
        name: 'keyword',
        text: `SELECT id, ts_rank_cd(words, query) AS score FROM bare, to_tsquery('simple', $1) AS query
          WHERE words @@ query ORDER BY score DESC LIMIT $2`,
        values: [text.split(' ').join(' | '), limit],
      });
      return rank(rows, (row) => Number(row['score']));
    },
    async texts(ids) {
      const text = 'SELECT content FROM bare WHERE id = ANY($1)';
      const { rows } = await client.query<{ content: string }>({ name: 'texts', text, values: [ids] });
      return rows.map(({ content }) => content);
    },
    close: () => client.end(),
  };
}

function literal(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}
