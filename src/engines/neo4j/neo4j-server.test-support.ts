import { randomBytes } from 'node:crypto';
import neo4j from 'neo4j-driver';
import type { Analyser } from '../../contracts/analyser.ts';
import { type Neo4jEngineOptions, neo4jEngine } from './neo4j-engine.ts';

const { NEO4J_URL: url, NEO4J_USER: user, NEO4J_PASSWORD: password } = process.env;

/** Why tests against a real server do not run; undefined where one is named. */
export const withoutServer = url ? undefined : 'NEO4J_URL names no Neo4j server';

/** The server that the environment names. */
export const server = {
  url: url ?? 'bolt://127.0.0.1:7687',
  ...(user && { user }),
  ...(password && { password }),
};

/** Runs a query of the test's own, past the engine. */
export async function cypher<Row = Record<string, unknown>>(
  query: string,
  parameters: Record<string, unknown> = {},
): Promise<Row[]> {
  const driver = neo4j.driver(
    server.url,
    password ? neo4j.auth.basic(user || 'neo4j', password) : undefined,
    { disableLosslessIntegers: true },
  );
  try {
    const { records } = await driver.executeQuery(query, parameters);
    return records.map((record) => record.toObject() as Row);
  } finally {
    await driver.close();
  }
}

/** A part of the server's database that nobody else uses. */
export function emptyPlace(analyser: Analyser) {
  const label = `Test${randomBytes(6).toString('hex')}`;
  const open = (options: Partial<Neo4jEngineOptions> = {}) =>
    neo4jEngine({ ...server, analyser, label, timeoutMs: 60_000, ...options });
  return {
    label,
    open,
    dispose: async (): Promise<void> => {
      const indexes = await cypher<{ id: string }>(
        'MATCH (index:FootnoteIndex) WHERE index.chunk_label STARTS WITH $label RETURN index.id AS id',
        { label: `${label}.` },
      );
      const engine = open();
      for (const { id } of indexes) await engine.drop(id);
      await engine.close();
    },
  };
}
