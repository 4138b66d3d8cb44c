import type { WorkToQueue } from '../app/queued-work.ts';
import type { Follower, IngestFailure, IngestReport } from '../contracts/job.ts';
import { FootnoteError, isAborted } from '../errors.ts';
import type { Footnote, IngestOptions } from '../footnote.ts';
import { formatsInBrief } from '../formats/format-loaders.ts';
import { formatCount, formatDuration, formatNumber } from './format/format-table.ts';
import type { Output, Style } from './output.ts';
import { showProgress } from './progress.ts';
import type { Session } from './run-command.ts';

/** What an ingest came to in one line, and what it passed over in another. */
export function formatReport(report: IngestReport, style: Style): string {
  const { documents } = report;
  const changes = (['added', 'updated', 'unchanged', 'removed', 'failed'] as const)
    .filter((change) => documents[change] > 0)
    .map((change) => {
      const text = `${formatNumber(documents[change])} ${change}`;
      return change === 'failed' ? style('red', text) : text;
    });
  const lines = [
    `Documents: ${changes.length > 0 ? changes.join(', ') : 'none'}.${formatMoved(report)}${formatKept(report)}${formatRate(report)}${formatBilled(report)}`,
  ];
  const passedOver = Object.entries(report.passedOver).map(
    ([ending, files]) => `${formatNumber(files)} ${ending === '' ? 'without an extension' : ending}`,
  );
  if (passedOver.length > 0) lines.push(style('dim', `Passed over: ${passedOver.join(', ')}.`));
  return lines.join('\n');
}

/** Why a file failed, with its path where the reason does not name it. */
export function formatFailure({ path, message }: IngestFailure): string {
  return message.includes(path) ? message : `${path}: ${message}`;
}

/** What a provider may charge for; nothing where nothing was sent to one. */
export function formatBilled({ billedTokens }: Pick<IngestReport, 'billedTokens'>): string {
  return billedTokens > 0 ? ` Tokens billed: ${formatNumber(billedTokens)}.` : '';
}

function formatMoved({ moved }: IngestReport): string {
  return moved > 0 ? ` Moved: ${formatNumber(moved)}.` : '';
}

function formatKept({ kept }: IngestReport): string {
  return kept > 0 ? ` Kept: ${formatNumber(kept)}.` : '';
}

function formatRate({ chunks, durationMs }: IngestReport): string {
  if (chunks === 0) return '';
  const rate = Math.round((chunks * 1000) / Math.max(1, durationMs));
  const pace = rate > 0 ? `, ${formatNumber(rate)}/s` : '';
  return ` ${formatCount(chunks, 'passage')} in ${formatDuration(durationMs)}${pace}.`;
}

/**
 * Ingests as {@link followIngest} shows it; `warnings` says whether what was odd is listed.
 * Errors: those of {@link Footnote.ingest}.
 */
export function ingestPaths(
  footnote: Footnote,
  paths: readonly string[],
  session: Session,
  { warnings = true, ...options }: IngestOptions & { readonly warnings?: boolean } = {},
): Promise<IngestReport> {
  const ingest = (following: Follower) => footnote.ingest(paths, { ...options, ...following });
  return followIngest(footnote, session, ingest, { warnings });
}

/**
 * Has documents ingested with progress on standard error, lists there what failed and, unless told not to, what was
 * odd, and says on Ctrl-C what was kept. Errors: those of `ingest`.
 */
export async function followIngest(
  footnote: Footnote,
  { output, signal }: Session,
  ingest: (following: Follower) => Promise<IngestReport>,
  { warnings = true }: { readonly warnings?: boolean } = {},
): Promise<IngestReport> {
  const progress = showProgress(output);
  const report = await ingest({ signal, onProgress: (state) => progress.update(state) })
    .finally(() => progress.clear())
    .catch(async (error: unknown) => {
      if (isAborted(error)) output.note(await describeKept(footnote));
      throw error;
    });
  warnOfReport(warnings ? report : { ...report, warnings: [] }, output);
  return report;
}

/** More would push what failed, and the result, out of sight. */
const warningsShown = 20;

/** Says on standard error what failed, all of it, and what was odd, as far as somebody may read that. */
export function warnOfReport(
  { failures, warnings, changes }: Pick<IngestReport, 'failures' | 'warnings' | 'changes'>,
  output: Output,
): void {
  for (const failure of failures) output.warn(formatFailure(failure));
  const more = warnings.length - warningsShown;
  const inOrder = more > 0 ? oneOfEachKindFirst(warnings) : warnings;
  for (const warning of inOrder.slice(0, warningsShown)) output.warn(warning);
  if (more <= 0) return;
  // A dry run is no job. A command comes last: the flags that choose a store are repeated behind it.
  const where = changes
    ? 'Use --json to print all of them'
    : 'Find the id of the job with footnote jobs, and list them with: footnote jobs show JOB';
  output.warn(`and ${formatCount(more, 'more warning')}. ${where}`);
}

/** Names, paths and numbers, in which warnings of a kind differ. */
const particulars = /"[^"]*"|\S*[./\\]\S*|\d+/g;

/** What many files have in common would hide what one has alone. */
function oneOfEachKindFirst(warnings: readonly string[]): readonly string[] {
  const kinds = Map.groupBy(warnings, (warning) => warning.replace(particulars, ''));
  const first = [...kinds.values()].map(([warning]) => warning as string);
  return [...first, ...[...kinds.values()].flatMap(([, ...others]) => others)];
}

/** What an interrupted ingest leaves, as the store has it. */
async function describeKept(footnote: Footnote): Promise<string> {
  const kept = await footnote.listDocuments().then(
    ({ length }) => `${formatCount(length, 'document')} ${length === 1 ? 'is' : 'are'} in the store. `,
    () => '',
  );
  return `${kept}Run the same command to continue where this one stopped.`;
}

/** Whether the ingest found any file to read, now or before. */
export function foundFiles({ documents, kept }: IngestReport): boolean {
  return kept + Object.values(documents).reduce((sum, files) => sum + files) > 0;
}

/** The failure of an ingest that found no file it can read. */
export function nothingFoundError(paths: readonly string[]): FootnoteError {
  return new FootnoteError('path_empty', { path: paths.join(', '), supported: formatsInBrief });
}

/** Queues work on the collection of the settings, and prints how to follow it. */
export async function leaveToWorker(
  work: Omit<WorkToQueue, 'collection'>,
  { config, output }: Session,
): Promise<void> {
  const { collection } = config;
  const { queueWork } = await import('../app/queued-work.ts');
  const job = await queueWork(config, { ...work, collection });
  output.result({ job }, () =>
    output.remedy(`Queued as job ${job}. Follow it with: footnote jobs show ${job}`),
  );
}
