/**
 * What somebody would write who stores chunks by the client library of a server alone, without Footnote: the rows with
 * their vectors and the server's own index of words, where it has one.
 */

import type { EngineServer, ServerEngineName } from '../../scripts/engines/engine-server.ts';
import type { CorpusChunk } from './engine-corpus.ts';
import type { Legs } from './engine-system.ts';

/** The rows of a corpus in a server, put there and asked for through its client. */
export interface BareStore extends Legs {
  write(batch: readonly CorpusChunk[]): Promise<void>;
  /** Waits for what the server builds in the background. */
  settle(): Promise<void>;
  /** The texts of chunks, in any order. */
  texts(ids: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Makes an empty one on a server that is empty. */
export const bareStores: Readonly<Record<ServerEngineName, (server: EngineServer) => Promise<BareStore>>> = {
  postgresql: async (server) => (await import('./engines-bare-postgresql.ts')).barePostgresql(server),
  neo4j: async (server) => (await import('./engines-bare-neo4j.ts')).bareNeo4j(server),
  chroma: async (server) => (await import('./engines-bare-chroma.ts')).bareChroma(server),
  qdrant: async (server) => (await import('./engines-bare-qdrant.ts')).bareQdrant(server),
};
