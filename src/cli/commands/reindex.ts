import { Command } from 'commander';
import type { Config } from '../../settings/config.ts';
import { formatCount, formatDuration } from '../format/format-quantity.ts';
import { leaveToWorker } from '../leave-to-worker.ts';
import { runCommand, type Session } from '../run-command.ts';
import { runReindex } from '../run-reindex.ts';
import { addChunkerFlag, addEmbedderFlag, addThreadsFlag } from '../settings-flags.ts';

interface ReindexFlags {
  readonly queue?: boolean;
  readonly chunker?: string;
  readonly embedder?: string;
  readonly threads?: number;
}

/** `footnote reindex` */
export function reindexCommand(): Command {
  const command = new Command('reindex')
    .description('rebuild the index from the stored text, with other settings')
    .option('--queue', 'leave it to a worker, which goes by its own settings; needs records on PostgreSQL')
    .action((flags: ReindexFlags) => {
      requireOwnSettings(command, flags);
      return runCommand(command, async (session) => {
        if (flags.queue) return leaveToWorker({ kind: 'reindex', paths: [] }, session);
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
      });
    });
  return addThreadsFlag(addChunkerFlag(addEmbedderFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote reindex --chunker sentences
  footnote reindex --embedder e5-small-v2
  footnote reindex --queue

Give the settings that you want from now on. Another embedding model also belongs
in footnote.config.json, since every later command needs it; the chunker is kept
with the index, and later ingests go by it. No file is read: the text is in the
store. Questions are answered from the old index until the new one
is complete and replaces it. Ctrl-C keeps what is done; run the same command to
continue from there.

With --queue a worker does it, with the settings that the worker was started
with: put the new ones into its footnote.config.json, and start it again.

With --json: {documents, chunks, tokens, vectors, billedTokens, durationMs,
warnings}; documents are those of the index, the others what this run embedded;
with --queue {job}
`,
  );
}

function requireOwnSettings(command: Command, { queue, chunker, embedder, threads }: ReindexFlags): void {
  if (queue && (chunker ?? embedder ?? threads) !== undefined)
    command.error(
      "error: option '--queue' cannot be used with '--chunker', '--embedder' or '--threads': a worker goes by its own settings",
    );
}

/** What flags say that questions need too, as the file of settings would say it; undefined where they say nothing. */
function lastingFlags({ embedder }: Config, origins: Session['origins']): string | undefined {
  if (origins['embedder.directory'] !== 'flag') return undefined;
  return JSON.stringify({ embedder: { directory: embedder.directory } });
}
