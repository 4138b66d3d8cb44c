import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Command } from 'commander';
import type { WorkEvent } from '../../app/queued-work.ts';
import { withFootnote } from '../../app/with-footnote.ts';
import { FootnoteError, isAborted, isFootnoteError } from '../../errors.ts';
import { packageRoot } from '../../files/package-root.ts';
import type { Footnote } from '../../footnote.ts';
import { firstCollection } from '../../serve/first-collection.ts';
import { requireKeysFor } from '../../serve/listen.ts';
import { formatReport, ingestPaths } from '../ingest-paths.ts';
import type { Output } from '../output.ts';
import { runCommand, type Session } from '../run-command.ts';
import {
  addMetadataFlag,
  addServerFlags,
  addThreadsFlag,
  addTopKFlag,
  collectPaths,
} from '../settings-flags.ts';
import { noDocumentsYet } from './documents.ts';

/** `footnote serve [PATH…]` */
export function serveCommand(): Command {
  const command = new Command('serve')
    .description('serve the web page and the HTTP API')
    .argument('[path...]', 'files and folders to ingest first', collectPaths)
    .action((paths: readonly string[]) =>
      runCommand(command, async (session) => {
        const { config, output } = session;
        await requireFreePort(session);
        await withFootnote(config, async (footnote) => {
          await requireKeysFor(config, footnote);
          if (paths.length > 0)
            output.note(formatReport(await ingestPaths(footnote, paths, session), output.style));
          const page = await pageAddress(footnote, config.collection);
          const isEmpty = (await footnote.listCollections()).length === 0;
          await serveStore(footnote, session, (address) => {
            output.result({ address }, (style) => `Open ${style('bold', address + page)}`);
            if (isEmpty) output.note(noDocumentsYet);
            output.note('Ctrl-C stops the server.');
          });
        });
      }),
    );
  addTopKFlag(addThreadsFlag(addServerFlags(command)));
  return command.addHelpText(
    'after',
    `
Examples:
  footnote serve
  footnote serve ~/papers --port 9000
  footnote serve --host 0.0.0.0 --allow-host papers.example.org ~/papers

Listens on this machine only unless --host says otherwise. Other machines are let
in only with keys, see "footnote keys". The API is described at /openapi.json.
Ctrl-C or SIGTERM stops it after the requests in flight; that exits with 0.

With --json: {address}, printed once it listens
`,
  );
}

/** Throws `port_taken` where it is: before a long ingest, not after it. */
export async function requireFreePort({ config }: Session): Promise<void> {
  const { host, port } = config.server;
  if ((await probePort(host, port)) === 'EADDRINUSE') throw new FootnoteError('port_taken', { host, port });
}

/** The server's modules, loaded late: no other command needs them. */
export async function loadServer() {
  const [{ createServer }, { listen }] = await Promise.all([
    import('../../serve/create-server.ts'),
    import('../../serve/listen.ts'),
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

/** `footnote mcp` */
export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description('serve the documents to an assistant over standard input and output (MCP)')
    .action(() =>
      runCommand(command, ({ config, output, signal }) =>
        withFootnote(config, async (footnote) => {
          const [{ serveMcpOverStdio }, { publicError }] = await Promise.all([
            import('../../serve/mcp/mcp-server.ts'),
            import('../../serve/reply-error.ts'),
          ]);
          const names = await footnote.listCollections();
          if (names.length === 0) output.note(noDocumentsYet);
          // The first question is not to wait for the model; what is wrong with it that question will say.
          else if (names.includes(config.collection))
            footnote.warmUp({ collection: config.collection }).catch((error: unknown) => {
              if (!isAborted(error)) output.error(error);
            });
          await serveMcpOverStdio({
            footnote,
            collection: config.collection,
            signal,
            tell(error) {
              if (!isFootnoteError(error)) output.error(error);
              return publicError(error);
            },
            onProblem: (problem) => output.warn(problem),
          });
        }),
      ),
    );
  return addTopKFlag(addThreadsFlag(command)).addHelpText(
    'after',
    `
Examples:
  footnote mcp
  footnote mcp --store ~/papers/.footnote --collection papers

Meant to be started by a program that speaks the Model Context Protocol, such as
Claude or an editor; docs/integrations.md has the settings of the well-known
ones. Give --store as an absolute path there: it is not known in which folder
such a program starts others. Ends when standard input ends.

With --json: nothing; standard output carries the protocol alone
`,
  );
}

/** `footnote worker` */
export function workerCommand(): Command {
  const command = new Command('worker')
    .description('do queued work until Ctrl-C; any number of workers share the work')
    .action(() =>
      runCommand(command, ({ config, output, signal }) =>
        withFootnote(config, async (footnote) => {
          const { doQueuedWork } = await import('../../app/queued-work.ts');
          await doQueuedWork(config, footnote, {
            signal,
            onReady: () => output.note('Waiting for work. Stop with Ctrl-C.'),
            onEvent: (event) => tell(event, output),
          });
        }),
      ),
    );
  return addThreadsFlag(addMetadataFlag(command)).addHelpText(
    'after',
    `
Examples:
  footnote ingest /srv/notes --queue
  footnote reindex --queue
  footnote worker

Needs records on PostgreSQL, which docs/store.md describes, and the package
pg-boss. A worker does one job at a time. It must see the files under the same
paths, and rebuilds an index with its own settings. What a worker was doing when
it was stopped or killed, another one goes on with; Ctrl-C gives it back at once.

With --json: nothing; what is done is told on standard error
`,
  );
}

function tell({ work, event, ...rest }: WorkEvent, output: Output): void {
  const what = `${work.kind} ${[work.collection, ...work.paths].join(' ')} (job ${work.jobId})`;
  if (event === 'failed') output.warn(`failed: ${what}: ${'error' in rest ? String(rest.error) : ''}`);
  else output.note(`${event}: ${what}`);
}
