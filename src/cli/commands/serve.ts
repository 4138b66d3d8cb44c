import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import { requireKeysFor } from '../../serve/client-address.ts';
import { noDocumentsYet } from '../format/format-documents.ts';
import { formatReport } from '../format/format-report.ts';
import { ingestPaths } from '../ingest-paths.ts';
import { runCommand } from '../run-command.ts';
import { pageAddress, requireFreePort, serveStore } from '../serve-store.ts';
import { addServerFlags, addThreadsFlag, addTopKFlag, collectPaths } from '../settings-flags.ts';

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
