import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import type { MetadataValue } from '../../contracts/chunk.ts';
import { pathError } from '../../files/path-error.ts';
import { asLocal } from '../as-local.ts';
import { exitCodes } from '../exit-codes.ts';
import { formatReport } from '../format/format-report.ts';
import { followIngest } from '../ingest-paths.ts';
import { runCommand } from '../run-command.ts';
import { addThreadsFlag, collect } from '../settings-flags.ts';

interface AddFlags {
  readonly name?: string;
  readonly title?: string;
  readonly url?: string;
  readonly mediaType?: string;
  readonly field?: readonly string[];
}

/** `footnote add [FILE]` */
export function addCommand(): Command {
  const command = new Command('add')
    .description('put one document into the collection, from a file or standard input, and keep its content')
    .argument('[file]', 'a file; without it, or as -, standard input is read')
    .option('--name <name>', "what the document goes by (default: the file's own name)")
    .option('--title <title>', 'its title (default: what the content says, else the name)')
    .option('--url <address>', 'where its page is')
    .option('--media-type <type>', 'its format where the name has no ending, as text/markdown')
    .option('--field <name=value>', 'a metadata field; can be repeated', collect)
    .action((file: string | undefined, { field = [], ...flags }: AddFlags) => {
      const isPiped = file === undefined || file === '-';
      const name = flags.name ?? (isPiped ? undefined : basename(file));
      if (name === undefined)
        return command.error("error: standard input has no name: give the document one with '--name'");
      const metadata = Object.fromEntries(field.map((one) => fieldOf(one, command)));
      return runCommand(command, (session) =>
        withFootnote(session.config, async (opened) => {
          const { output, config } = session;
          if (isPiped && process.stdin.isTTY)
            output.note('Type or paste the document, and end it with Ctrl-D.');
          const bytes = isPiped ? process.stdin : bytesOf(file);
          const footnote = asLocal(opened, config);
          const report = await followIngest(footnote, session, (following) =>
            footnote.add({ ...flags, name, bytes, metadata }, following),
          );
          output.result(report, (style) => formatReport(report, style));
          return report.status === 'complete' ? exitCodes.fine : exitCodes.failed;
        }),
      );
    });
  return addThreadsFlag(command).addHelpText(
    'after',
    `
Examples:
  footnote add ~/Downloads/offer.pdf
  footnote add minutes.md --name minutes/2025-03.md --field team=board
  pbpaste | footnote add --name notes/today.md
  curl -s https://example.org/report | footnote add --name report.html

"ingest" keeps the collection in step with files and folders: what is gone there
is removed. "add" keeps the content itself, so that the file may be moved or
deleted. The same name again with other content replaces the document; remove it
with "documents remove NAME".

With --json: the report, as "ingest" gives it
`,
  );
}

/** What cannot be read is told as of any other path. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw pathError(file, cause);
  }
}

/** A field as it is written on the command line: true, false and numbers are such, all else is text. */
function fieldOf(written: string, command: Command): readonly [string, MetadataValue] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(written) ?? [];
  if (name === undefined || value === undefined)
    return command.error(`error: option '--field' takes name=value, not '${written}'`);
  if (value === 'true' || value === 'false') return [name, value === 'true'];
  return [name, value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value];
}
