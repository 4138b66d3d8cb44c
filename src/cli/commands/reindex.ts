import { Command } from 'commander';
import type { ReindexReport } from '../../contracts/reindex-records.ts';
import { exitCodes } from '../exit-codes.ts';
import { formatCount, formatDuration } from '../format-quantity.ts';
import { formatBilled } from '../format-report.ts';
import { runCommand, withFootnote } from '../run-command.ts';
import { addChunkerFlag, addEmbedderFlag, addThreadsFlag } from '../settings-flags.ts';
import { showProgress } from '../show-progress.ts';

/** `footnote reindex` */
export function reindexCommand(): Command {
  const command = new Command('reindex')
    .description('build the index anew from the stored text, under other settings')
    .action(() =>
      runCommand(command, async ({ config, output, signal }) => {
        const progress = showProgress(output);
        const report = await withFootnote(config, (footnote) =>
          footnote.reindex({ signal, onProgress: (state) => progress.update(state) }),
        ).finally(() => progress.clear());
        for (const warning of report.warnings) output.warn(warning);
        output.result(report, () => summary(report));
        return exitCodes.fine;
      }),
    );
  return addThreadsFlag(addChunkerFlag(addEmbedderFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote reindex --chunker sentences
  footnote reindex --embedder models/multilingual-e5-small

Give the settings that you want from now on; keep them in footnote.config.json,
since every later command needs them. No file is read: the text is in the store.
Questions are answered from the old index until the new one takes its place, at
once and whole. Ctrl-C keeps what is done; the same command goes on from there.

With --json: {documents, chunks, tokens, vectors, billedTokens, durationMs,
warnings}
`,
  );
}

function summary({ documents, chunks, durationMs, billedTokens }: ReindexReport): string {
  return `Built the index anew: ${formatCount(documents, 'document')}, ${formatCount(chunks, 'passage')}, in ${formatDuration(durationMs)}.${formatBilled({ billedTokens })}`;
}
