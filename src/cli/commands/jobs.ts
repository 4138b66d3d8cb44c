import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { StoredFootnote } from '../../app/stored-pipeline.ts';
import { withStored } from '../../app/with-footnote.ts';
import type { QueuedDocument } from '../../contracts/document.ts';
import type { Job, JobCanceller } from '../../contracts/job.ts';
import { FootnoteError } from '../../errors.ts';
import { isWithin } from '../../files/path-error.ts';
import { shortIndexReport } from '../../ingest/index-report.ts';
import type { Config } from '../../settings/config.ts';
import {
  type Fact,
  formatCount,
  formatDuration,
  formatFacts,
  formatMinute,
  formatNumber,
  formatTable,
  type TableColumn,
} from '../format/format-table.ts';
import { elidePath, printableName, wrapLine } from '../format/terminal-text.ts';
import { formatFailure, formatReport } from '../ingest-paths.ts';
import { type Style, shellWord } from '../output.ts';
import { type Counted, formatProgressLine } from '../progress.ts';
import { asLocal, runCommand } from '../run-command.ts';

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

/** Documents that wait, told by name. */
const documentsNamed = 5;

const colours = {
  queued: 'dim',
  running: 'cyan',
  done: 'green',
  failed: 'red',
  cancelled: 'yellow',
  interrupted: 'yellow',
} as const satisfies Record<Job['state'], unknown>;

/** Who stopped a job, as it stands behind `cancelled`. */
const cancellers = {
  SIGINT: 'by Ctrl-C',
  SIGTERM: 'by SIGTERM',
  request: 'on request',
  caller: 'by the program that ran it',
} as const satisfies Record<JobCanceller, string>;

const countedBy = { ingest: 'file', reindex: 'document' } as const satisfies Record<Job['kind'], Counted>;

const columns: readonly TableColumn[] = [
  { head: 'JOB' },
  { head: 'KIND', dropOrder: 2 },
  { head: 'STATE' },
  { head: 'STARTED (UTC)', dropOrder: 4 },
  { head: 'TOOK', align: 'right', dropOrder: 3 },
  { head: 'READ', align: 'right', dropOrder: 1 },
  { head: 'PATHS', cut: { least: 10, by: elidePath }, colour: 'dim' },
];

/** One line for each job. On a narrow terminal some facts are left out, paths are cut to fit. */
export function formatJobs(jobs: readonly Job[], width: number, style: Style): string {
  const rows = jobs.map((job) => [
    job.id,
    job.kind,
    formatState(job, job.error?.code, style),
    formatMinute(job.startedAt),
    formatDuration(tookMs(job)),
    formatCount(job.progress?.filesDone ?? 0, countedBy[job.kind]),
    printableName(job.paths.join(', ')),
  ]);
  return formatTable(columns, rows, width, style);
}

/** The documents that wait to be taken again, by name where they are few, and how. */
function formatQueued(queued: readonly QueuedDocument[], command: string, style: Style): string {
  const named = queued.slice(0, documentsNamed).map(({ path }) => `  ${printableName(path)}`);
  const others = queued.length - named.length;
  return [
    `${style('yellow', 'Damaged passages')} were found in ${formatCount(queued.length, 'document')}:`,
    ...named,
    ...(others > 0 ? [`  and ${formatCount(others, 'other')}`] : []),
    `Ingest them again with: ${printableName(command)}`,
  ].join('\n');
}

/** A job with how far it is, or what it came to. */
export function formatJob(job: Job, width: number, style: Style): string {
  const { progress, report } = job;
  const isOpen = progress !== null && job.state !== 'done';
  // What has ended has no time left.
  const reached = progress && (job.state === 'running' ? progress : { ...progress, remainingMs: null });
  const facts: readonly Fact[] = [
    ['job', job.id],
    ['kind', `${job.kind} into ${job.collection}`],
    ['state', formatState(job, job.error?.message, style)],
    ['paths', printableName(job.paths.join(', '))],
    ['started', job.startedAt],
    ['finished', job.finishedAt],
    ['took', formatDuration(tookMs(job))],
    ['progress', isOpen && reached ? formatProgressLine(reached, countedBy[job.kind]) : null],
    ['tokens billed', isOpen && progress.billedTokens > 0 ? formatNumber(progress.billedTokens) : null],
    ['file', progress?.path ? printableName(progress.path) : null],
  ];
  const failures = report?.failures ?? [];
  const below = [
    ...(report ? ['', ...formatReport(report, style).split('\n')] : []),
    ...failures.map((failure) => `${style('red', failure.code)} ${printableName(formatFailure(failure))}`),
    ...(report?.warnings ?? []).map((warning) => `${style('yellow', 'warning')} ${printableName(warning)}`),
  ];
  return [formatFacts(facts, width, style), ...below.flatMap((line) => wrapLine(line, width))].join('\n');
}

/**
 * How a job stands, with what one waits for, who or what ended one that did not reach its end, and what failed in one
 * that did.
 */
function formatState(job: Job, failure: string | undefined, style: Style): string {
  const { state, cancelledBy, progress, report } = job;
  const waitsFor = state === 'running' ? (progress?.waitsFor ?? null) : null;
  if (waitsFor !== null) return `${style(colours.running, 'waiting')} for ${waitsFor}`;
  const coloured = style(colours[state], state);
  if (cancelledBy !== null) return `${coloured} ${cancellers[cancelledBy]}`;
  if (failure !== undefined) return `${coloured}: ${printableName(failure)}`;
  const failed = report?.documents.failed ?? 0;
  return failed > 0 ? `${coloured}, ${formatNumber(failed)} failed` : coloured;
}

function tookMs({ startedAt, finishedAt, progress, state }: Job): number {
  if (finishedAt !== null) return Date.parse(finishedAt) - Date.parse(startedAt);
  return state === 'running' ? Date.now() - Date.parse(startedAt) : (progress?.elapsedMs ?? 0);
}

/**
 * The command that takes documents again: the ingest that they came with, so that whatever depends on the folder that
 * was given stays as it is. What has not changed in it is skipped. A document that no job is known of is named itself.
 * @param jobs of the collection, the latest first
 */
export function reingestCommand(documents: readonly QueuedDocument[], jobs: readonly Job[]): string {
  const ingests = jobs.filter(({ kind }) => kind === 'ingest');
  const given = documents.map(
    ({ path }) =>
      ingests.flatMap(({ paths }) => paths).find((root) => isWithin(resolve(path), resolve(root))) ?? path,
  );
  return ['footnote ingest', ...[...new Set(given)].map(shellWord)].join(' ');
}
