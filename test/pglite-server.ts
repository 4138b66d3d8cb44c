import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { pg_textsearch as textSearch } from '@electric-sql/pglite-pg_textsearch';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** A PostgreSQL with pgvector in this process, on a real socket. */
export interface PgliteServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts an empty one. All its connections share one backend: a transaction of one makes the others wait, and nothing
 * can be said here about what real sessions do to each other.
 */
export async function startPglite({ maxConnections = 20 } = {}): Promise<PgliteServer> {
  const db = await PGlite.create({ extensions: { vector, pg_textsearch: textSearch } });
  const host = '127.0.0.1';
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, host, port, maxConnections });
  await server.start();
  return {
    host,
    port,
    async close() {
      await server.stop();
      await db.close();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
