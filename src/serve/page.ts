import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Server } from './routes/route-context.ts';

/**
 * Serves the built web page at `/`. Its other files, all under `assets/`, are looked for by name among those that are
 * there, so that no address ever becomes a path and a page that is built anew needs no new server. They carry their
 * content's hash in their name and never change.
 */
export function registerPage(server: Server, directory: string): void {
  void server.register(fastifyStatic, {
    root: directory,
    serve: false,
    cacheControl: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${sep}assets${sep}`);
      void reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const schema = { hide: true };
  for (const path of ['/', '/index.html']) {
    server.get(path, { schema }, async (_request, reply) => reply.sendFile('index.html'));
  }
  server.get<{ Params: { name: string } }>('/assets/:name', { schema }, async ({ params }, reply) => {
    const paths = await readdir(directory, { recursive: true });
    if (!paths.includes(`assets${sep}${params.name}`)) return reply.callNotFound();
    return reply.sendFile(`assets/${params.name}`);
  });
}
