import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import { requireKeysFor } from '../../serve/client-address.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type FirstQuestion, findFirstQuestion } from '../first-question.ts';
import { formatAnswer } from '../format/format-answer.ts';
import { formatReport } from '../format/format-report.ts';
import { foundFiles, ingestPaths, nothingFoundError } from '../ingest-paths.ts';
import type { Style } from '../output.ts';
import { runCommand, type Session } from '../run-command.ts';
import { removeSample, samplePaths, sampleQuestions } from '../sample.ts';
import { loadServer, pageAddress, requireFreePort, serveStore } from '../serve-store.ts';
import { addServerFlags, addThreadsFlag, addTopKFlag, collectPaths } from '../settings-flags.ts';

/** `footnote start [PATH…]`: what `npm start` runs. */
export function startCommand(): Command {
  const command = new Command('start')
    .description('ingest, show a first answer and serve, all at once')
    .argument('[path...]', "your files and folders (default: Footnote's own documentation)", collectPaths)
    .action((given: readonly string[]) => runCommand(command, (session) => start(given, session)));
  addTopKFlag(addThreadsFlag(addServerFlags(command)));
  return command.addHelpText(
    'after',
    `
Examples:
  footnote start
  footnote start ~/papers --port 9000

The same as "ingest", "ask" with a question taken from a heading, and "serve". A
second start reads only what changed. Once you give it paths, it removes its own
documentation from the collection.

With --json: {address, ingest, question, answer}, as "serve", "ingest" and "ask"
give them, printed once it listens; question and answer may be null. If none
of the paths can be read, it does not serve: address is null, and the exit code 1
`,
  );
}

async function start(given: readonly string[], session: Session): Promise<ExitCode> {
  const { config, output, signal } = session;
  const isSample = given.length === 0;
  const paths = isSample ? samplePaths() : given;
  await requireFreePort(session);
  return withFootnote(config, async (footnote) => {
    await requireKeysFor(config, footnote);
    // The model loads on a thread of its own meanwhile; what is wrong with it shows when it is needed.
    void footnote.warmUp().catch(() => {});
    await loadServer();
    output.note(`Reading ${paths.join(', ')} …`);
    const report = await ingestPaths(footnote, paths, session, { warnings: !isSample });
    if (!foundFiles(report)) throw nothingFoundError(paths);
    if (report.status === 'failed') {
      // Nothing was read, by a slip of the pen perhaps: what the collection holds is not what was asked for.
      const result = { address: null, ingest: report, question: null, answer: null };
      output.result(result, (style) => formatReport(report, style));
      return exitCodes.failed;
    }
    output.note(formatReport(report, output.style));
    if (!isSample && (await removeSample(footnote, given)) > 0) {
      output.note("Footnote's own documentation, the sample, was removed from the collection.");
    }

    const first = await findFirstQuestion(footnote, isSample ? sampleQuestions : [], { signal });
    const page = await pageAddress(footnote, config.collection);
    await serveStore(footnote, session, (address) => {
      const { question = null, answer = null } = first ?? {};
      output.result({ address, ingest: report, question, answer }, (style) => {
        const invitation = `Ask more at ${style('bold', address + page)}`;
        return first ? `${formatFirst(first, output.width, style)}\n\n${invitation}` : invitation;
      });
      output.note('Ctrl-C stops the server.');
    });
    return exitCodes.fine;
  });
}

function formatFirst({ question, answer }: FirstQuestion, width: number, style: Style): string {
  return `\n${style('bold', question)}\n\n${formatAnswer(answer, width, style)}`;
}
