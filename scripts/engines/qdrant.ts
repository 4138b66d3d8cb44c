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
    command: () => [binary, '--disable-telemetry'],
    // It reads its settings from variables; without gRPC it opens one port.
    environment: ({ port, directory }) => ({
      QDRANT__SERVICE__HOST: '127.0.0.1',
      QDRANT__SERVICE__HTTP_PORT: String(port),
      QDRANT__SERVICE__GRPC_PORT: '',
      QDRANT__STORAGE__STORAGE_PATH: `${directory}/storage`,
      QDRANT__STORAGE__SNAPSHOTS_PATH: `${directory}/snapshots`,
    }),
    isReady: async (place) => (await fetch(`http://127.0.0.1:${place.port}/readyz`)).ok,
  });
  const server = { url: `http://127.0.0.1:${port}`, credentials: {} };
  return { ...server, ...(await describeServer(server)), stop };
}

async function describeServer({
  url,
  credentials: { apiKey },
}: Pick<EngineServer, 'url' | 'credentials'>): Promise<Pick<EngineServer, 'server' | 'version'>> {
  const response = await fetch(url, apiKey === undefined ? {} : { headers: { 'api-key': apiKey } });
  const { version = '' } = (await response.json()) as { version?: string };
  return { server: 'Qdrant', version };
}
