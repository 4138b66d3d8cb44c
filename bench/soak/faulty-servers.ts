import { type ServerEngineName, serverOfEnvironment } from '../../scripts/engines/engine-server.ts';
import type { Engine } from '../../src/contracts/engine.ts';
import { postgresqlEngine } from '../../src/engines/postgresql/postgresql-engine.ts';
import { serverEngine } from '../../src/engines/server-engine.ts';
import { type Config } from '../../src/settings/config.ts';
import { defaults } from '../../src/settings/default-config.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import { startPglite } from '../../test/pglite-server.ts';
import type { FaultyServer } from './engine-faults.ts';

/** Of the PostgreSQL that is started here, which takes any. */
const password = 'hunter2-is-a-secret';

const onServers: readonly ServerEngineName[] = ['postgresql', 'neo4j', 'chroma', 'qdrant'];

/** Qdrant deletes by a condition, and Chroma and Neo4j change their indexes, within several deadlines. */
const patience: Readonly<Record<ServerEngineName, number>> = {
  postgresql: 1,
  neo4j: 6,
  chroma: 6,
  qdrant: 12,
};

/** What starts, or finds, each server: a PostgreSQL of one backend in this process, and those that variables name. */
export function faultyServers(): Readonly<Record<string, () => Promise<FaultyServer>>> {
  const named = onServers.filter((name) => serverOfEnvironment(name) !== undefined);
  return {
    'PostgreSQL in process': pgliteBehindProxy,
    ...Object.fromEntries(named.map((name) => [name, async () => serverBehindProxy(name)])),
  };
}

/** A PostgreSQL that needs no server of the machine's. */
export async function pgliteBehindProxy(): Promise<FaultyServer> {
  const database = await startPglite();
  return {
    name: 'postgresql',
    host: database.host,
    port: database.port,
    // One connection: others would share its backend, and take each other's statements for their own.
    open: (port, timeoutMs) =>
      postgresqlEngine({
        url: `postgresql://127.0.0.1:${port}/postgres`,
        user: 'postgres',
        password,
        maxConnections: 1,
        timeoutMs,
        analyser: analyser(),
      }),
    // It works in the thread of whoever tests it.
    timeoutMs: 3000,
    patience: 1,
    secrets: [password],
    dispose: () => database.close(),
  };
}

/** The server that the environment names. Whatever is written there has a name of its own, and goes in the end. */
export function serverBehindProxy(name: ServerEngineName): FaultyServer {
  const server = serverOfEnvironment(name);
  if (!server) throw new Error(`${name.toUpperCase()}_URL does not say where the server is.`);
  const { hostname, port, protocol, pathname, username, password: inUrl } = new URL(server.url);
  const user = decodeURIComponent(username);
  const credentials = {
    ...(user && { user }),
    ...(inUrl && { password: decodeURIComponent(inUrl) }),
    ...server.credentials,
  };
  const open = lazily(name, {
    url: `${protocol}//127.0.0.1${pathname}`,
    name: `faults_${process.pid}_${Date.now().toString(36)}`,
    ...credentials,
  });
  return {
    name,
    host: hostname,
    port: Number(port),
    open,
    timeoutMs: 1000,
    patience: patience[name],
    secrets: [credentials.password ?? '', credentials.apiKey ?? ''].filter((secret) => secret !== ''),
    dispose: async () => {},
  };
}

/** Makes the engine as settings do; what they name is loaded by its first call. */
function lazily(kind: ServerEngineName, settings: Partial<Config['engine']>): FaultyServer['open'] {
  return (port, timeoutMs): Engine => {
    const { url = '', ...others } = settings;
    const engine: Config['engine'] = {
      ...defaults.engine,
      kind,
      ...others,
      url: url.replace('127.0.0.1', `127.0.0.1:${port}`),
      timeoutMs,
    };
    let opened: Promise<Engine> | undefined;
    const made = () => (opened ??= serverEngine({ ...defaults, engine }, analyser())?.open());
    const ready = async () => {
      const found = await made();
      if (!found) throw new Error(`There is no engine ${kind}.`);
      return found;
    };
    return {
      name: kind,
      open: async (...asked) => (await ready()).open(...asked),
      drop: async (...asked) => (await ready()).drop(...asked),
      close: async () => (await ready()).close(),
    };
  };
}
