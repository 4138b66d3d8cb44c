import { join } from 'node:path';
import { type EngineServer, serverOfEnvironment } from './engine-server.ts';
import { installedWheel } from './installed-package.ts';
import { startServer } from './server-process.ts';

const wheel = ['chromadb', '1.5.9'] as const;

/**
 * What the package's own command does, without the dependencies of the client library, which a server can do without.
 * Python would turn SIGINT into an exception that the server never hears of.
 */
const program = `import signal, sys, chromadb_rust_bindings
signal.signal(signal.SIGINT, signal.SIG_DFL)
chromadb_rust_bindings.cli(['chroma', 'run', '--host', '127.0.0.1', '--path', sys.argv[1], '--port', sys.argv[2]])`;

/** Chroma, empty. */
export async function startChroma(): Promise<EngineServer> {
  const given = serverOfEnvironment('chroma');
  if (given) {
    const version = await (await fetch(new URL('/api/v2/version', given.url))).json();
    return { ...given, server: 'Chroma', version: String(version), stop: async () => {} };
  }
  const [name, version] = wheel;
  const packages = await installedWheel(name, version);
  const { port, stop } = await startServer({
    name: 'Chroma',
    command: ({ port, directory }) => ['python3', '-c', program, join(directory, 'data'), String(port)],
    environment: () => ({ PYTHONPATH: packages, ANONYMIZED_TELEMETRY: 'False' }),
    isReady: async (place) => (await fetch(`http://127.0.0.1:${place.port}/api/v2/heartbeat`)).ok,
  });
  // It says that it is version 1.0.0 whatever it is.
  return { url: `http://127.0.0.1:${port}`, credentials: {}, server: 'Chroma', version, stop };
}
