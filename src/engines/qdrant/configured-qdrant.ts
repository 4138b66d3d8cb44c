import type { Engine } from '../../contracts/engine.ts';
import { postgresqlPools } from '../../postgresql/postgresql-pool.ts';
import { usualServers } from '../../servers/server-calls.ts';
import { qdrantCollection, type ServerEngineContext } from '../server-engine.ts';
import { type ChunkMetadataTable, chunkMetadataTable } from './chunk-metadata.ts';
import { qdrantEngine } from './qdrant-engine.ts';
import { textbookPayload } from './textbook-payload.ts';

/**
 * The engine that the settings describe. Under the preset `textbook` the Qdrant collection is `textbook_chunks`, unless
 * it is named, its points carry what a textbook chatbot looks for, and where records are on PostgreSQL the table
 * `chunk_metadata` lies beside them.
 */
export async function configuredQdrant(context: ServerEngineContext): Promise<Engine> {
  const { engine, preset } = context.config;
  const isTextbook = preset === 'textbook';
  return qdrantEngine({
    url: engine.url || usualServers.qdrant.url,
    apiKey: engine.apiKey,
    collection: qdrantCollection(context.config),
    analyser: context.analyser,
    timeoutMs: engine.timeoutMs,
    ...(isTextbook && {
      payload: (chunk) => textbookPayload(chunk),
      chunkMetadata: await configuredTable(context),
    }),
  });
}

/** Connections that the table has: writes are applied one after another. */
const connections = 1;

async function configuredTable({
  config: { records },
  sourceFile,
}: ServerEngineContext): Promise<ChunkMetadataTable | undefined> {
  if (records.kind !== 'postgresql') return undefined;
  const { url, user, password, schema } = records;
  const newPool = await postgresqlPools({ url, user, password }, connectingMs);
  const pool = newPool(connections);
  const server = `PostgreSQL at ${new URL(url).host}`;
  return { ...chunkMetadataTable({ pool, server, schema, sourceFile }), close: () => pool.end() };
}

/** Twice as long as one connection may take to be made. */
const connectingMs = 10_000;
