import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import type { IngestReport, PlannedChange } from '../../contracts/job.ts';
import type { Footnote, IngestOptions, WatchOptions } from '../../footnote.ts';
import { formatNumber } from '../format/format-table.ts';
import { printableName } from '../format/terminal-text.ts';
import {
  formatFailure,
  formatReport,
  foundFiles,
  ingestPaths,
  leaveToWorker,
  nothingFoundError,
  warnOfReport,
} from '../ingest-paths.ts';
import { type ExitCode, exitCodes, type Output, type Style } from '../output.ts';
import { showProgress } from '../progress.ts';
import { asLocal, runCommand, type Session } from '../run-command.ts';
import { addMetadataFlag, addOcrFlag, addThreadsFlag, collect, collectPaths } from '../settings-flags.ts';

type IngestFlags = Pick<
  IngestOptions,
  'allowMassRemoval' | 'crawl' | 'dryRun' | 'exclude' | 'include' | 'retryFailed'
> & {
  readonly queue?: boolean;
  readonly watch?: boolean;
};

/** `footnote ingest PATH…` */
export function ingestCommand(): Command {
  const command = new Command('ingest')
    .description('read files, folders and pages of the web into the store; what has not changed is skipped')
    .argument('[path...]', 'files, folders with everything in them, or addresses', collectPaths)
    .usage('[options] <path...>')
    .option('--crawl', 'of an address of the web, read the pages below it too')
    .option('--dry-run', 'show what would be added, updated, moved and removed, and write nothing')
    .option('--watch', 'keep running, and ingest every change until Ctrl-C')
    .option('--queue', 'leave it to a worker, which must see the same files; needs records on PostgreSQL')
    .option('--retry-failed', 'read only what failed before and has not been read since; takes no paths')
    .option('--include <glob>', 'in folders, read only files that match; can be repeated', collect)
    .option('--exclude <glob>', 'in folders, leave out what matches; can be repeated', collect)
    .option('--allow-mass-removal', 'allow a folder to lose more than half of its documents at once')
    .action((paths: readonly string[], flags: IngestFlags) => {
      requirePaths(command, paths, flags);
      return runCommand(command, async (session) => {
        if (flags.queue) return leaveToWorker({ kind: 'ingest', paths, ...queued(flags) }, session);
        return withFootnote(session.config, async (opened) => {
          const footnote = asLocal(opened, session.config);
          const { allowMassRemoval, crawl, dryRun, exclude, include, retryFailed } = flags;
          if (flags.watch)
            return watchFolders(footnote, paths, { allowMassRemoval, exclude, include }, session);
          const options = { allowMassRemoval, crawl, dryRun, exclude, include, retryFailed };
          const report = await ingestPaths(footnote, paths, session, options);
          if (!flags.retryFailed && !foundFiles(report)) {
            if (flags.include || flags.exclude)
              session.output.warn('--include and --exclude leave no file to read.');
            throw nothingFoundError(paths);
          }
          return print(report, session.output, flags);
        });
      });
    });
  return addOcrFlag(addThreadsFlag(addMetadataFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote ingest notes/
  footnote ingest paper.md ~/contracts --collection work
  footnote ingest notes/ --exclude drafts --exclude '*.tmp.md' --dry-run
  footnote ingest notes/ --watch
  footnote ingest --retry-failed
  footnote ingest https://example.org/handbook/ --crawl
  footnote ingest s3://papers/2025/
  footnote ingest /srv/notes --queue

Brings the collection up to date with the paths: new and changed files are read,
moved ones keep their place in the store, and documents whose file is gone from
a given folder are removed. Files that cannot be read are listed, and the others
are still ingested; the exit code is then 1. Ctrl-C keeps what is done; run the
same command to continue from there.

Globs are relative to each given folder; one without a slash matches a name at
any depth. What they leave out stays in the collection as it is. What .gitignore
and .footnoteignore name is left out, and removed from the collection.

An address is one page, and with --crawl also those below it: links and the
sitemap lead to them, robots.txt is heeded, and what has not changed since is not
sent again. Addresses of private networks are refused unless web.privateAddresses
is set. s3://BUCKET/FOLDER/ needs the package @aws-sdk/client-s3.

With --json: {status: complete|partial|failed, documents: {added, updated,
unchanged, removed, failed}, moved, kept, chunks, tokens, vectors, billedTokens,
durationMs, passedOver, failures: [{path, code, message}], warnings}; with
--dry-run also changes: [{path, change: added|updated|moved|removed, from}]; with
--watch one such object per line for each round, or {error}; with --queue {job}
`,
  );
}

/** What a worker is told of an ingest. */
function queued({ allowMassRemoval, crawl, exclude, include }: IngestFlags) {
  return {
    ...(allowMassRemoval && { allowMassRemoval }),
    ...(crawl && { crawl }),
    ...(exclude && { exclude }),
    ...(include && { include }),
  };
}

function requirePaths(command: Command, paths: readonly string[], flags: IngestFlags): void {
  if (paths.length === 0 && !flags.retryFailed) command.error("error: missing required argument 'path'");
  if (paths.length > 0 && flags.retryFailed)
    command.error("error: option '--retry-failed' takes no paths: it reads the files that failed");
  if (flags.queue && (flags.dryRun || flags.retryFailed || flags.watch))
    command.error("error: option '--queue' cannot be used with '--dry-run', '--retry-failed' or '--watch'");
  const isRemote = paths.some((path) => /^(?:https?|s3):\/\//.test(path));
  if (flags.crawl && !isRemote)
    command.error("error: option '--crawl' is for addresses; folders are read with all below them anyway");
  if (flags.watch && isRemote)
    command.error("error: option '--watch' cannot be used with addresses: run it again from time to time");
  if (flags.watch && (flags.dryRun || flags.retryFailed))
    command.error("error: option '--watch' cannot be used with '--dry-run' or '--retry-failed'");
}

function print(report: IngestReport, output: Output, { retryFailed }: IngestFlags): ExitCode {
  output.result(report, (style) => {
    if (retryFailed && !foundFiles(report)) return 'There are no failed files left to read again.';
    return report.changes ? formatPlan(report, style) : formatReport(report, style);
  });
  return report.status === 'complete' ? exitCodes.fine : exitCodes.failed;
}

const marks = {
  added: { mark: '+', colour: 'green' },
  updated: { mark: '~', colour: 'cyan' },
  moved: { mark: '>', colour: 'cyan' },
  removed: { mark: '-', colour: 'red' },
} as const;

/** What a dry run found: a line for each file, and the counts. */
function formatPlan({ changes = [], documents }: IngestReport, style: Style): string {
  const counts = (Object.keys(marks) as PlannedChange['change'][])
    .map((change) => ({ change, count: changes.filter((one) => one.change === change).length }))
    .filter(({ count }) => count > 0)
    .map(({ change, count }) => `${formatNumber(count)} ${change}`);
  if (documents.failed > 0) counts.push(style('red', `${formatNumber(documents.failed)} failed`));
  const summary = counts.length > 0 ? `Dry run: ${counts.join(', ')}.` : 'Nothing would change.';
  return [...changes.map((change) => formatChange(change, style)), `${summary} Nothing was written.`].join(
    '\n',
  );
}

function formatChange({ path, change, from }: PlannedChange, style: Style): string {
  const { mark, colour } = marks[change];
  const was = from === undefined ? '' : style('dim', `  was ${printableName(from)}`);
  return `${style(colour, mark)} ${printableName(path)}${was}`;
}

/**
 * Ingests and follows every change until Ctrl-C or SIGTERM, printing a result for each round that came to
 * something, and what is wrong once. Errors: those of {@link Footnote.watch}.
 */
export async function watchFolders(
  footnote: Footnote,
  paths: readonly string[],
  options: WatchOptions,
  { output, signal }: Session,
): Promise<void> {
  const progress = showProgress(output);
  const rounds = footnote.watch(paths, { ...options, signal, onProgress: (state) => progress.update(state) });
  let [isFirst, wasWrong] = [true, false];
  let before: Told = { failures: [], warnings: [] };
  for await (const { report, error } of rounds) {
    progress.clear();
    if (error) {
      output.error(error);
    } else {
      const news = newIn(report, before);
      // The round that mends something is told even where nothing else has changed.
      const isMended = wasWrong || newIn(before, report).failures.length > 0;
      const isNews = news.failures.length + news.warnings.length > 0;
      if (isFirst || isMended || isNews || hasChanges(report)) {
        warnOfReport(news, output);
        output.result(report, (style) => `${timeOfDay(style)} ${formatReport(report, style)}`);
      }
      before = report;
    }
    if (isFirst) output.note(`Watching ${paths.join(', ')}. Ctrl-C stops it.`);
    isFirst = false;
    wasWrong = error !== null;
  }

  function timeOfDay(style: typeof output.style): string {
    return style('dim', new Date().toTimeString().slice(0, 8));
  }
}

/** What a round says is wrong. */
type Told = Pick<IngestReport, 'failures' | 'warnings'>;

/** What one round says and another does not. */
function newIn({ failures, warnings }: Told, other: Told): Told {
  const told = new Set([...other.failures.map(formatFailure), ...other.warnings]);
  return {
    failures: failures.filter((failure) => !told.has(formatFailure(failure))),
    warnings: warnings.filter((warning) => !told.has(warning)),
  };
}

function hasChanges({ documents, moved, chunks }: IngestReport): boolean {
  return documents.added + documents.updated + documents.removed + moved + chunks > 0;
}
