import { Command } from 'commander';
import type { WorkEvent } from '../../app/queued-work.ts';
import { withFootnote } from '../../app/with-footnote.ts';
import type { Output } from '../output.ts';
import { runCommand } from '../run-command.ts';
import { addMetadataFlag, addThreadsFlag } from '../settings-flags.ts';

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
