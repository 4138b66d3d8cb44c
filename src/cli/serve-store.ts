import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FootnoteError } from '../errors.ts';
import { packageRoot } from '../files/package-root.ts';
import type { Footnote } from '../footnote.ts';
import { firstCollection } from '../serve/first-collection.ts';
import { probePort } from './health/probe-port.ts';
import type { Session } from './run-command.ts';

/** Throws `port_taken` where it is: before a long ingest, not after it. */
export async function requireFreePort({ config }: Session): Promise<void> {
  const { host, port } = config.server;
  if ((await probePort(host, port)) === 'EADDRINUSE') throw new FootnoteError('port_taken', { host, port });
}

/** The server's modules, loaded late: no other command needs them. */
export async function loadServer() {
  const [{ createServer }, { listen }] = await Promise.all([
    import('../serve/create-server.ts'),
    import('../serve/listen.ts'),
  ]);
  return { createServer, listen };
}

/**
 * Serves the store until Ctrl-C or SIGTERM, then lets the requests in flight finish. `announce` gets the address
 * to open once the server takes requests.
 * Errors: `port_taken`, `address_unusable`.
 */
export async function serveStore(
  footnote: Footnote,
  { config, output, signal }: Session,
  announce: (address: string) => void,
): Promise<void> {
  const { createServer, listen } = await loadServer();
  const webDirectory = join(packageRoot, 'dist', 'web');
  const hasPage = existsSync(join(webDirectory, 'index.html'));
  if (!hasPage)
    output.warn('The web page is not built, so only the API is served. Build it with: npm run build');

  const server = createServer({ footnote, config, ...(hasPage && { webDirectory }) });
  try {
    const address = await listen(server, config.server);
    if (!signal.aborted) {
      announce(address);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    }
  } finally {
    await server.close();
  }
}

/** What to add to the server's address to open a collection: nothing for the one that the page opens by itself. */
export async function pageAddress(footnote: Footnote, collection: string): Promise<string> {
  const first = firstCollection(await footnote.listCollections()) ?? collection;
  return first === collection ? '' : `/#/ask?collection=${encodeURIComponent(collection)}`;
}
