import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineServer, serverOfEnvironment } from './engine-server.ts';
import { startServer } from './server-process.ts';

/** Qdrant where the environment names one: no package registry has its server. */
export async function startQdrant(): Promise<EngineServer> {
  const given = serverOfEnvironment('qdrant');
  if (given) return { ...given, ...(await describeServer(given)), stop: async () => {} };
  const binary = process.env.QDRANT_BINARY;
  if (!binary) {
    throw new Error(
      'no package has its server; set QDRANT_URL to a running one, or QDRANT_BINARY to its program',
    );
  }
  const { port, stop } = await startServer({
    name: 'Qdrant',
    prepare: ({ port, directory }) => writeFile(join(directory, 'config.yaml'), settings(port, directory)),
    command: ({ directory }) => [
      binary,
      '--disable-telemetry',
      '--config-path',
      join(directory, 'config.yaml'),
    ],
    isReady: async (place) => (await fetch(`http://127.0.0.1:${place.port}/readyz`)).ok,
  });
  const server = { url: `http://127.0.0.1:${port}`, credentials: {} };
  return { ...server, ...(await describeServer(server)), stop };
}

/** One port: without gRPC. YAML takes JSON as it is. */
function settings(port: number, directory: string): string {
  return JSON.stringify({
    service: { host: '127.0.0.1', http_port: port, grpc_port: null },
    storage: { storage_path: join(directory, 'storage'), snapshots_path: join(directory, 'snapshots') },
  });
}

async function describeServer({
  url,
  credentials: { apiKey },
}: Pick<EngineServer, 'url' | 'credentials'>): Promise<Pick<EngineServer, 'server' | 'version'>> {
  const response = await fetch(url, apiKey === undefined ? {} : { headers: { 'api-key': apiKey } });
  const { version = '' } = (await response.json()) as { version?: string };
  return { server: 'Qdrant', version };
}
