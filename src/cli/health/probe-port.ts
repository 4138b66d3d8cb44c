import { createServer } from 'node:net';

/**
 * Whether a server could listen there now: `EADDRINUSE` and the like where not, undefined where it could.
 * Listens for a moment to find out.
 */
export function probePort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}
