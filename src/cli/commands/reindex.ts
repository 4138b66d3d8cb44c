import { Command } from 'commander';
import type { ReindexReport } from '../../contracts/reindex-records.ts';
import { isAborted } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import { withFootnote } from '../../with-footnote.ts';
import { asLocal } from '../as-local.ts';
import { formatCount, formatDuration } from '../format/format-quantity.ts';
import { formatBilled } from '../format/format-report.ts';
import { showProgress } from '../progress/show-progress.ts';
import { runCommand, type Session } from '../run-command.ts';
import { addChunkerFlag, addEmbedderFlag, addThreadsFlag } from '../settings-flags.ts';

/** `footnote reindex` */
export function reindexCommand(): Command {
  const command = new Command('reindex')
    .description('rebuild the index from the stored text, with other settings')
    .action(() =>
      runCommand(command, async ({ config, origins, output, signal }) => {
        const progress = showProgress(output, 'document');
        const report = await withFootnote(config, (footnote) =>
          asLocal(footnote, config).reindex({ signal, onProgress: (state) => progress.update(state) }),
        )
          .finally(() => progress.clear())
          .catch((error: unknown) => {
            if (isAborted(error)) output.note(whatIsKept);
            throw error;
          });
        for (const warning of report.warnings) output.warn(warning);
        output.result(report, () => summary(report));
        const flagged = lastingFlags(config, origins);
        if (flagged !== undefined)
          output.note(`Later commands need these settings too; put them in footnote.config.json: ${flagged}`);
      }),
    );
  return addThreadsFlag(addChunkerFlag(addEmbedderFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote reindex --chunker sentences
  footnote reindex --embedder models/multilingual-e5-small

Give the settings that you want from now on, and put them in
footnote.config.json, since every later command needs them. No file is read: the
text is in the store. Questions are answered from the old index until the new one
is complete and replaces it. Ctrl-C keeps what is done; run the same command to
continue from there.

With --json: {documents, chunks, tokens, vectors, billedTokens, durationMs,
warnings}; documents are those of the index, the others what this run embedded
`,
  );
}

const whatIsKept =
  'Questions are still answered from the old index. Run the same command to continue where this one stopped.';

function summary({ documents, chunks, durationMs, billedTokens }: ReindexReport): string {
  return `Rebuilt the index: ${formatCount(documents, 'document')}; ${formatCount(chunks, 'passage')} embedded in ${formatDuration(durationMs)}.${formatBilled({ billedTokens })}`;
}

/** What flags say of how an index is built, as the file of settings would say it; undefined where they say nothing. */
function lastingFlags({ chunker, embedder }: Config, origins: Session['origins']): string | undefined {
  const settings = {
    ...(origins['chunker.name'] === 'flag' && { chunker: { name: chunker.name } }),
    ...(origins['embedder.directory'] === 'flag' && { embedder: { directory: embedder.directory } }),
  };
  return Object.keys(settings).length > 0 ? JSON.stringify(settings) : undefined;
}
