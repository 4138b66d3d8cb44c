import neo4j from 'neo4j-driver';
import type { EngineServer } from '../../scripts/engines/engine-server.ts';
import { dimension } from './engine-corpus.ts';
import { rank } from './engine-system.ts';
import type { BareStore } from './engines-bare.ts';

/** A node for each chunk, with a vector index and a full-text index, as the manual has it. */
export async function bareNeo4j({ url, credentials }: EngineServer): Promise<BareStore> {
  const { user = '', password = '' } = credentials;
  const driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
  const run = async (query: string, parameters: Record<string, unknown> = {}) => {
    const { records } = await driver.executeQuery(query, parameters);
    return records.map((record) => record.toObject() as Record<string, unknown>);
  };
  await run('CREATE CONSTRAINT bare_id FOR (n:Bare) REQUIRE n.id IS UNIQUE');
  await run(`CREATE VECTOR INDEX bare_vectors FOR (n:Bare) ON n.embedding OPTIONS {indexConfig: {
    \`vector.dimensions\`: ${dimension}, \`vector.similarity_function\`: 'cosine'}}`);
  await run('CREATE FULLTEXT INDEX bare_words FOR (n:Bare) ON EACH [n.content]');
  const settle = async () => {
    await run('CALL db.awaitIndexes(600)');
  };
  await settle();
  return {
    async write(batch) {
      const rows = batch.map(({ chunk, vector }) => ({
        vector: [...vector],
        properties: {
          ...chunk.metadata,
          id: chunk.id,
          documentId: chunk.documentId,
          version: chunk.version,
          ordinal: chunk.ordinal,
          title: chunk.title,
          heading: chunk.headingPath.join(' > '),
          content: chunk.content,
        },
      }));
      await run(
        `UNWIND $rows AS row CREATE (n:Bare) SET n = row.properties
         WITH n, row CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)`,
        { rows },
      );
    },
    settle,
    async vector(vector, limit) {
      const rows = await run(
        `CALL db.index.vector.queryNodes('bare_vectors', $limit, $vector) YIELD node, score
         RETURN node.id AS id, score`,
        { vector: [...vector], limit: neo4j.int(limit) },
      );
      return rank(rows, (row) => 2 * Number(row['score']) - 1);
    },
    async keyword(text, limit) {
      const rows = await run(
        `CALL db.index.fulltext.queryNodes('bare_words', $text, {limit: $limit}) YIELD node, score
         RETURN node.id AS id, score`,
        { text, limit: neo4j.int(limit) },
      );
      return rank(rows, (row) => Number(row['score']));
    },
    async texts(ids) {
      const rows = await run('MATCH (n:Bare) WHERE n.id IN $ids RETURN n.content AS content', { ids });
      return rows.map(({ content }) => String(content));
    },
    close: () => driver.close(),
  };
}
