import type { Engine } from '../../contracts/engine.ts';
import { usualServers } from '../../servers/server-place.ts';
import type { ServerEngineContext } from '../server-engine.ts';
import { neo4jEngine } from './neo4j-engine.ts';

/** The engine that the settings describe. */
export function configuredNeo4j({ config, analyser }: ServerEngineContext): Engine {
  const { url, user, password, database, name, timeoutMs } = config.engine;
  return neo4jEngine({
    url: url || usualServers.neo4j.url,
    ...(user && { user }),
    ...(password && { password }),
    ...(database && { database }),
    ...(name && { label: name }),
    timeoutMs,
    analyser,
  });
}
