import type { QueuedDocument } from '../contracts/document.ts';
import type { Job } from '../contracts/job.ts';
import { formatColumns } from './format-columns.ts';
import { formatCount, formatDuration, formatNumber } from './format-quantity.ts';
import { formatReport } from './format-report.ts';
import type { Style } from './output.ts';
import { elidePath, printableLine } from './printable-text.ts';
import { formatProgressLine } from './show-progress.ts';

/** What all but the paths of a line take. */
const factColumns = 74;

/** Documents that wait, told by name. */
const documentsNamed = 5;

const colours = {
  running: 'cyan',
  done: 'green',
  failed: 'red',
  cancelled: 'yellow',
  interrupted: 'yellow',
} as const satisfies Record<Job['state'], unknown>;

/** One line for each job. */
export function formatJobs(jobs: readonly Job[], columns: number, style: Style): string {
  if (jobs.length === 0) return 'No job has run here yet. Start one with: footnote ingest PATH';
  const rows = jobs.map((job) => [
    job.id,
    job.kind,
    style(colours[job.state], job.state),
    job.startedAt.slice(0, 16).replace('T', ' '),
    formatDuration(tookMs(job)),
    formatCount(job.progress?.filesDone ?? 0, 'file'),
    style('dim', elidePath(printableLine(job.paths.join(', ')), Math.max(20, columns - factColumns))),
  ]);
  const head = ['JOB', 'KIND', 'STATE', 'STARTED (UTC)', 'TOOK', 'READ', 'PATHS'];
  return formatColumns([head.map((cell) => style('dim', cell)), ...rows], { right: [4, 5] });
}

/** The documents that wait to be taken again, by name where they are few, and how. */
export function formatQueued(queued: readonly QueuedDocument[], command: string, style: Style): string {
  const named = queued.slice(0, documentsNamed).map(({ path }) => `  ${printableLine(path)}`);
  const others = queued.length - named.length;
  return [
    `${style('yellow', 'Damaged passages')} were found in ${formatCount(queued.length, 'document')}:`,
    ...named,
    ...(others > 0 ? [`  and ${formatCount(others, 'other')}`] : []),
    `Take them again with: ${printableLine(command)}`,
  ].join('\n');
}

/** A job with how far it is, or what it came to. */
export function formatJob(job: Job, style: Style): string {
  const { progress, report } = job;
  const facts = [
    ['job', job.id],
    ['kind', `${job.kind} into ${job.collection}`],
    ['state', style(colours[job.state], job.state)],
    ['paths', printableLine(job.paths.join(', '))],
    ['started', job.startedAt],
    ...(job.finishedAt === null ? [] : [['finished', job.finishedAt]]),
    ['took', formatDuration(tookMs(job))],
    ...(progress && report === null ? [['progress', formatProgressLine(progress)]] : []),
    ...(progress?.billedTokens && report === null
      ? [['tokens billed', formatNumber(progress.billedTokens)]]
      : []),
    ...(progress?.path ? [['file', printableLine(progress.path)]] : []),
  ].map(([name = '', value = '']) => [style('dim', name), value]);
  const lines = [formatColumns(facts)];
  if (report) lines.push('', formatReport(report, style));
  for (const { path, code, message } of report?.failures ?? [])
    lines.push(
      `${style('red', code)} ${printableLine(message.includes(path) ? message : `${path}: ${message}`)}`,
    );
  for (const warning of report?.warnings ?? [])
    lines.push(`${style('yellow', 'warning')} ${printableLine(warning)}`);
  return lines.join('\n');
}

function tookMs({ startedAt, finishedAt, progress, state }: Job): number {
  if (finishedAt !== null) return Date.parse(finishedAt) - Date.parse(startedAt);
  return state === 'running' ? Date.now() - Date.parse(startedAt) : (progress?.elapsedMs ?? 0);
}
