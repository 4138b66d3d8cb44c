import { Command, Option } from 'commander';
import type { StoredFootnote } from '../../app/stored-pipeline.ts';
import { withStored } from '../../app/with-footnote.ts';
import type { Job } from '../../contracts/job.ts';
import { FootnoteError } from '../../errors.ts';
import { shortIndexReport } from '../../ingest/index-report.ts';
import type { Config } from '../../settings/config.ts';
import { asLocal } from '../as-local.ts';
import { formatJob, formatJobs, formatQueued } from '../format/format-jobs.ts';
import { reingestCommand } from '../reingest-command.ts';
import { runCommand } from '../run-command.ts';

/** `footnote jobs list|show|cancel` */
export function jobsCommand(): Command {
  return new Command('jobs')
    .description('list, show or cancel the ingests of a collection')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(showCommand())
    .addCommand(cancelCommand())
    .addHelpText(
      'after',
      `
Examples:
  footnote jobs
  footnote jobs show 4f1c09ab77de
  footnote jobs cancel 4f1c09ab77de
`,
    );
}

function listCommand(): Command {
  const command = new Command('list').description('list all jobs, the latest first').action(() =>
    runCommand(command, ({ config, output }) =>
      withStored(config, async (stored) => {
        const [jobs, queued] = await Promise.all([stored.listJobs(), stored.listQueued()]);
        const ingestCommand = queued.length === 0 ? null : output.remedy(reingestCommand(queued, jobs));
        output.result({ jobs, queued, ingestCommand }, (style) => {
          const listed =
            jobs.length === 0
              ? output.remedy('No job has run here yet. Start one with: footnote ingest PATH')
              : formatJobs(jobs, output.columns, style);
          return ingestCommand === null
            ? listed
            : `${listed}\n\n${formatQueued(queued, ingestCommand, style)}`;
        });
      }),
    ),
  );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote jobs list --collection work
  footnote jobs list --json | jq -r '.jobs[] | select(.state == "running").id'

"waiting" is a running job whose turn comes when another one has ended: its
progress has the stage "wait", and the id of the other one as waitsFor.

"queued" is a job that no worker has taken yet.

"interrupted" is a job whose process ended unexpectedly: what it did is kept, and
running it again continues from there.

Below the jobs come documents with damaged passages, and the command that
ingests them again.

With --json: {jobs: [{id, collection, kind, paths, startedAt, finishedAt,
state: queued|running|done|failed|cancelled|interrupted, progress, report,
error: {code, message}, cancelledBy: SIGINT|SIGTERM|request|caller}],
queued: [{documentId, path}], ingestCommand}; ingestCommand is null if nothing
is queued, error except for failed jobs, cancelledBy except for cancelled ones
`,
  );
}

function showCommand(): Command {
  const command = new Command('show')
    .description('show the progress of one job, or its result')
    .argument('<job>', 'its id, or the first characters of it')
    .addOption(
      new Option('--report <format>', 'print its totals, document by document').choices(['json', 'short']),
    )
    .action((id: string, flags: { report?: 'json' | 'short' }) =>
      runCommand(command, ({ config, output }) =>
        withStored(config, async (stored) => {
          const job = await findJob(stored, id, config);
          if (flags.report) {
            const whole = await stored.indexReport(job.id);
            const report = flags.report === 'short' ? shortIndexReport(whole) : whole;
            output.result(report, () => JSON.stringify(report, null, 2));
          } else {
            output.result(job, (style) => formatJob(job, output.columns, style));
          }
        }),
      ),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote jobs show 4f1c
  footnote jobs show 4f1c --report json

With --json: the job as "list" gives it; with --report json: {status,
chapters_processed, total_chunks, total_tokens, chunks_per_chapter,
duration_seconds, storage_mb, timestamp}, where each document is a chapter; with
--report short: {chapter_count, chunk_count, total_tokens, duration_seconds}
`,
  );
}

function cancelCommand(): Command {
  const command = new Command('cancel')
    .description('ask a running job to stop; what it has done is kept')
    .argument('<job>', 'its id, or the first characters of it')
    .action((id: string) =>
      runCommand(command, async ({ config, output }) => {
        const cancelled = await withStored(config, async (stored) =>
          asLocal(stored, config).cancelJob((await findJob(stored, id, config)).id),
        );
        output.result({ cancelled }, () => `Job ${cancelled.id} stops within a second or so.`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote jobs cancel 4f1c

With --json: {cancelled: the job as "list" gives it}
`,
  );
}

/** The latest job whose id begins so; an empty one names none. Errors: `job_unknown`. */
async function findJob(stored: StoredFootnote, id: string, { collection }: Config): Promise<Job> {
  const job = id === '' ? undefined : (await stored.listJobs()).find((one) => one.id.startsWith(id));
  if (!job) throw new FootnoteError('job_unknown', { job: id, collection, state: 'known' });
  return job;
}
