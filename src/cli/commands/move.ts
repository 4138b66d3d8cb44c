import { Command, Option } from 'commander';
import type { ReindexReport } from '../../contracts/reindex-records.ts';
import { isAborted } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import { withFootnote } from '../../with-footnote.ts';
import { asLocal } from '../as-local.ts';
import { formatCount, formatDuration } from '../format/format-quantity.ts';
import { formatBilled } from '../format/format-report.ts';
import { showProgress } from '../progress/show-progress.ts';
import { runCommand } from '../run-command.ts';

/** By name, so that none can be left out. */
const engines: Readonly<Record<Config['engine']['kind'], true>> = {
  embedded: true,
  postgresql: true,
  qdrant: true,
  neo4j: true,
  chroma: true,
};

interface MoveFlags {
  readonly to: Config['engine']['kind'];
  readonly url?: string;
  readonly user?: string;
  readonly database?: string;
  readonly name?: string;
}

/** `footnote move` */
export function moveCommand(): Command {
  const command = new Command('move')
    .description('move a collection to another engine, with its vectors')
    .addOption(
      new Option('--to <engine>', 'the engine to move to')
        .choices(Object.keys(engines))
        .makeOptionMandatory(),
    )
    .option('--url <address>', 'address of its server (default: its usual one on this machine)')
    .option('--user <name>', 'user to sign in to it as')
    .option('--database <name>', 'database on it')
    .option('--name <name>', 'schema, label or collection to use there')
    .action(({ to: kind, ...place }: MoveFlags) =>
      runCommand(command, async ({ config, output, signal }) => {
        const progress = showProgress(output, 'document');
        const { password, apiKey } = config.engine;
        // The rest of the settings is that of the engine it comes from.
        const engine = { url: '', user: '', database: '', name: '', password, apiKey, ...place, kind };
        const report = await withFootnote(config, (footnote) =>
          asLocal(footnote, config).reindex({
            engine,
            signal,
            onProgress: (state) => progress.update(state),
          }),
        )
          .finally(() => progress.clear())
          .catch((error: unknown) => {
            if (isAborted(error)) output.note(whatIsKept);
            throw error;
          });
        for (const warning of report.warnings) output.warn(warning);
        output.result(report, () => summary(report, kind));
        const settings = JSON.stringify({ engine: { kind, ...place } });
        output.note(`Later commands need these settings; put them in footnote.config.json: ${settings}`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote move --to qdrant --url http://localhost:6333
  footnote move --to embedded

The settings say where the collection is now, the options where it goes. Nothing
is embedded again where the engine gives its vectors back. Questions are answered
from the old engine until the new one has everything. Ctrl-C keeps what is done;
run the same command to continue from there. Set the password or the key of the
new server as FOOTNOTE_ENGINE_PASSWORD or FOOTNOTE_ENGINE_API_KEY.

With --json: {documents, chunks, tokens, vectors, billedTokens, durationMs,
warnings}; documents are those of the index, the others what this run embedded
`,
  );
}

const whatIsKept =
  'Questions are still answered from the old engine. Run the same command to continue where this one stopped.';

function summary({ documents, durationMs, billedTokens }: ReindexReport, engine: string): string {
  return `Moved ${formatCount(documents, 'document')} to ${engine} in ${formatDuration(durationMs)}.${formatBilled({ billedTokens })}`;
}
