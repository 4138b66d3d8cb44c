import { startChroma } from './chroma.ts';
import type { EngineServer, ServerEngineName } from './engine-server.ts';
import { startNeo4j } from './neo4j.ts';
import { startPostgresql } from './postgresql.ts';
import { startQdrant } from './qdrant.ts';

/**
 * Starts the server of each engine, or takes the one that the environment names (`POSTGRESQL_URL`, …).
 * Errors: any `Error`, its message says what is missing.
 */
export const engineServers: Readonly<Record<ServerEngineName, () => Promise<EngineServer>>> = {
  postgresql: startPostgresql,
  neo4j: startNeo4j,
  chroma: startChroma,
  qdrant: startQdrant,
};
