import type { QueuedDocument } from '../../contracts/document.ts';
import type { Job, JobCanceller } from '../../contracts/job.ts';
import type { Style } from '../output.ts';
import { type Fact, formatFacts } from './format-facts.ts';
import { type Counted, formatProgressLine } from './format-progress.ts';
import { formatCount, formatDuration, formatMinute, formatNumber } from './format-quantity.ts';
import { formatFailure, formatReport } from './format-report.ts';
import { formatTable, type TableColumn } from './format-table.ts';
import { elidePath, printableName, wrapLine } from './printable-text.ts';

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
export function formatQueued(queued: readonly QueuedDocument[], command: string, style: Style): string {
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
