import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Server } from './routes/route-context.ts';

/**
 * Serves the built web page at `/`. Each file found at start-up is a route of its own, so that no address ever
 * becomes a path. Files under `assets/` carry their content's hash in their name and never change.
 */
export function registerPage(server: Server, directory: string): void {
  void server.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${sep}assets${sep}`);
      void reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
