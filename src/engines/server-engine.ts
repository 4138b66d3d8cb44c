import type { Analyser } from '../contracts/analyser.ts';
import type { Engine } from '../contracts/engine.ts';
import type { Config } from '../settings/config.ts';

/** An engine by its name, which indexes are stamped with; it is made when it is first needed, once. */
export interface NamedEngine {
  readonly name: string;
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

/** The engine that the settings name; undefined for the embedded one, which is made where the store's file is known. */
export function serverEngine(config: Config, analyser: Analyser): NamedEngine | undefined {
  const { kind } = config.engine;
  if (kind === 'embedded') return undefined;
  const make = engines[kind];
  return { name: kind, open: (sourceFile) => make({ config, analyser, sourceFile }) };
}
