import type { Engine } from '../../contracts/engine.ts';
import type { ServerEngineContext } from '../server-engine.ts';
import { neo4jEngine } from './neo4j-engine.ts';

/** Where a server is by default. */
const usualUrl = 'bolt://127.0.0.1:7687';

/** The engine that the settings describe. */
export function configuredNeo4j({ config, analyser }: ServerEngineContext): Engine {
  const { url, user, password, database, name, timeoutMs } = config.engine;
  return neo4jEngine({
    url: url || usualUrl,
    ...(user && { user }),
    ...(password && { password }),
    ...(database && { database }),
    ...(name && { label: name }),
    timeoutMs,
    analyser,
  });
}
