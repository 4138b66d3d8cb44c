import type { Analyser } from '../contracts/analyser.ts';
import type { Engine } from '../contracts/engine.ts';
import { serverPlace, usualServers } from '../servers/server-calls.ts';
import type { Config } from '../settings/config.ts';

/** An engine by name and place, which indexes are stamped with; it is made when it is first needed, once. */
export interface NamedEngine {
  readonly name: string;
  /** See {@link Engine.place}. */
  readonly place: string;
  readonly open: (sourceFile?: SourceFileLookup) => Promise<Engine>;
}

/** The path of a version that is stored, live or not; undefined where it is not known. */
type SourceFileLookup = (version: {
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
  neo4j: async ({ config: { engine }, analyser }) => {
    const { neo4jEngine } = await import('./neo4j/neo4j-engine.ts');
    const { url, user, password, database, name, timeoutMs } = engine;
    return neo4jEngine({
      url: url || usualServers.neo4j.url,
      ...(user && { user }),
      ...(password && { password }),
      ...(database && { database }),
      ...(name && { label: name }),
      timeoutMs,
      analyser,
    });
  },
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

/** Where an engine's indexes are, as its own module would say once it is loaded. */
function placeOf(config: Config, kind: keyof typeof engines): string {
  const { url, database, name } = config.engine;
  const usual = usualServers[kind];
  const hasDatabases = kind === 'neo4j' || kind === 'chroma';
  const within = (kind === 'qdrant' ? qdrantCollection(config) : name) || usual.name;
  return serverPlace(url || usual.url || '', usual.port, hasDatabases ? database : '', within);
}

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
  return { name: kind, place: placeOf(config, kind), open };
}
