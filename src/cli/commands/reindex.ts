import { Command } from 'commander';
import type { Config } from '../../settings/config.ts';
import { formatCount, formatDuration } from '../format/format-quantity.ts';
import { runCommand, type Session } from '../run-command.ts';
import { runReindex } from '../run-reindex.ts';
import { addChunkerFlag, addEmbedderFlag, addThreadsFlag } from '../settings-flags.ts';

/** `footnote reindex` */
export function reindexCommand(): Command {
  const command = new Command('reindex')
    .description('rebuild the index from the stored text, with other settings')
    .action(() =>
      runCommand(command, async (session) => {
        const { config, origins, output } = session;
        await runReindex(
          session,
          {},
          {
            old: 'the old index',
            done: ({ documents, chunks, durationMs }) =>
              `Rebuilt the index: ${formatCount(documents, 'document')}; ${formatCount(chunks, 'passage')} embedded in ${formatDuration(durationMs)}`,
          },
        );
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

/** What flags say of how an index is built, as the file of settings would say it; undefined where they say nothing. */
function lastingFlags({ chunker, embedder }: Config, origins: Session['origins']): string | undefined {
  const settings = {
    ...(origins['chunker.name'] === 'flag' && { chunker: { name: chunker.name } }),
    ...(origins['embedder.directory'] === 'flag' && { embedder: { directory: embedder.directory } }),
  };
  return Object.keys(settings).length > 0 ? JSON.stringify(settings) : undefined;
}
