import type { Analyser } from '../contracts/analyser.ts';
import type { Engine } from '../contracts/engine.ts';
import { serverPlace, usualServers } from '../servers/server-place.ts';
import type { Config } from '../settings/config.ts';

/** An engine by name and place, which indexes are stamped with; it is made when it is first needed, once. */
export interface NamedEngine {
  readonly name: string;
  /** See {@link Engine.place}. */
  readonly place: string;
  readonly open: (sourceFile?: SourceFileLookup) => Promise<Engine>;
}

/** The path of a version that is stored, live or not; undefined where it is not known. */
export type SourceFileLookup = (version: {
  readonly documentId: string;
  readonly version: number;
}) => Promise<string | undefined>;

/** What an engine on a server is made from. */
export interface ServerEngineContext {
  readonly config: Config;
  readonly analyser: Analyser;
  /** For engines that keep the file of a passage beside it. */
  readonly sourceFile?: SourceFileLookup | undefined;
}

/** Makes an engine on a server. Its module is loaded with it, so that whoever uses another loads none of it. */
type MakeEngine = (context: ServerEngineContext) => Promise<Engine>;

const engines: Readonly<Record<Exclude<Config['engine']['kind'], 'embedded'>, MakeEngine>> = {
  postgresql: async ({ config: { engine }, analyser }) => {
    const { postgresqlEngine } = await import('./postgresql/postgresql-engine.ts');
    const { name, url, user, password, timeoutMs, maxConnections, rowLevelSecurity } = engine;
    const server = { url, user, password, timeoutMs, maxConnections };
    return postgresqlEngine({ ...server, schema: name || undefined, rowLevelSecurity, analyser });
  },
  qdrant: async (context) => (await import('./qdrant/configured-qdrant.ts')).configuredQdrant(context),
  chroma: async ({ config: { engine } }) => {
    const { chromaEngine } = await import('./chroma/chroma-engine.ts');
    const { url, apiKey, database, name, timeoutMs } = engine;
    return chromaEngine({
      timeoutMs,
      ...(url && { url }),
      ...(apiKey && { apiKey }),
      ...(database && { database }),
      ...(name && { collection: name }),
    });
  },
  neo4j: async (context) => (await import('./neo4j/configured-neo4j.ts')).configuredNeo4j(context),
};

/**
 * The engine beside one that lacks something, where a server keeps the records: PostgreSQL, in the schema of these, so
 * that every process sees it. Undefined where a file keeps them: the embedded one lies beside then.
 */
export function besideEngine({ records }: Config, analyser: Analyser): (() => Promise<Engine>) | undefined {
  if (records.kind !== 'postgresql') return undefined;
  const { url, user, password, schema, timeoutMs } = records;
  return async () => {
    const { postgresqlEngine } = await import('./postgresql/postgresql-engine.ts');
    return postgresqlEngine({ url, user, password, schema, timeoutMs, analyser });
  };
}

/** Where each engine's indexes are, as its own module would say once it is loaded. */
const places: Readonly<Record<keyof typeof engines, (config: Config) => string>> = {
  postgresql: ({ engine: { url, name } }) =>
    serverPlace(url, usualServers.postgresql.port, name || usualServers.postgresql.name),
  qdrant: (config) =>
    serverPlace(
      config.engine.url || usualServers.qdrant.url,
      usualServers.qdrant.port,
      qdrantCollection(config) ?? usualServers.qdrant.name,
    ),
  neo4j: ({ engine: { url, database, name } }) =>
    serverPlace(
      url || usualServers.neo4j.url,
      usualServers.neo4j.port,
      database,
      name || usualServers.neo4j.name,
    ),
  chroma: ({ engine: { url, database, name } }) =>
    serverPlace(
      url || usualServers.chroma.url,
      usualServers.chroma.port,
      database,
      name || usualServers.chroma.name,
    ),
};

/** The Qdrant collection that the settings name; under the preset `textbook` there is one without. */
export function qdrantCollection({ engine, preset }: Config): string | undefined {
  return engine.name || (preset === 'textbook' ? 'textbook_chunks' : undefined);
}

/** The engine that the settings name; undefined for the embedded one, which is made where the store's file is known. */
export function serverEngine(config: Config, analyser: Analyser): NamedEngine | undefined {
  const { kind } = config.engine;
  if (kind === 'embedded') return undefined;
  const make = engines[kind];
  const open = (sourceFile?: SourceFileLookup) => make({ config, analyser, sourceFile });
  return { name: kind, place: places[kind](config), open };
}
