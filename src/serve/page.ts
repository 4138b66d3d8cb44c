import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { packageRoot } from '../files/package-root.ts';
import type { Server } from './routes/route-context.ts';

/**
 * Serves the built web page at `/`. Its other files, all under `assets/`, are looked for by name among those that are
 * there, so that no address ever becomes a path and a page that is built anew needs no new server. They carry their
 * content's hash in their name and never change. Beside them lie the maps by which pdf.js reads fonts of Chinese,
 * Japanese and Korean that a PDF does not bring.
 */
export function registerPage(server: Server, directory: string): void {
  void server.register(fastifyStatic, {
    root: directory,
    serve: false,
    cacheControl: false,
    acceptRanges: false,
    setHeaders: (reply) => void reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  });
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;
  for (const path of ['/', '/index.html']) {
    server.get(path, route, async ({ headers: { 'if-none-match': known = '' } }, reply) => {
      const page = await readFile(join(directory, 'index.html')).catch(() => undefined);
      if (!page) return reply.callNotFound();
      // Images of containers give all files one date, and the pages of two releases are equally long.
      const tag = `"${createHash('sha256').update(page).digest('base64url')}"`;
      void reply.header('Cache-Control', 'no-cache').header('ETag', tag);
      if (known === '*' || known.includes(tag)) return reply.status(304).send();
      return reply.type('text/html; charset=utf-8').send(page);
    });
  }
  server.get<{ Params: { name: string } }>('/cmaps/:name', route, async ({ params: { name } }, reply) => {
    const directory = join(packageRoot, 'cmaps');
    if (!(await readdir(directory)).includes(name)) return reply.callNotFound();
    return reply.sendFile(name, directory);
  });
  server.get<{ Params: { name: string } }>('/assets/:name', route, async ({ params }, reply) => {
    const paths = await readdir(directory, { recursive: true });
    if (!paths.includes(`assets${sep}${params.name}`)) return reply.callNotFound();
    return reply.sendFile(`assets/${params.name}`);
  });
}
