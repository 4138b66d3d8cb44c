import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import { isAborted, isFootnoteError } from '../../errors.ts';
import { noDocumentsYet } from '../format/format-documents.ts';
import { runCommand } from '../run-command.ts';
import { addThreadsFlag, addTopKFlag } from '../settings-flags.ts';

/** `footnote mcp` */
export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description('serve the documents to an assistant over standard input and output (MCP)')
    .action(() =>
      runCommand(command, ({ config, output, signal }) =>
        withFootnote(config, async (footnote) => {
          const [{ serveMcpOverStdio }, { publicError }] = await Promise.all([
            import('../../serve/mcp/mcp-stdio.ts'),
            import('../../serve/public-error.ts'),
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
