import type { IngestReport } from '../contracts/ingest-report.ts';
import type { Footnote, WatchOptions } from '../footnote.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { formatFailure, formatReport } from './format-report.ts';
import { warnOfReport } from './ingest-paths.ts';
import type { Session } from './run-command.ts';
import { showProgress } from './show-progress.ts';

/**
 * Ingests and follows every change until Ctrl-C or SIGTERM, printing a result for each round that came to
 * something. Errors: those of {@link Footnote.watch}.
 */
export async function watchFolders(
  footnote: Footnote,
  paths: readonly string[],
  options: WatchOptions,
  { output, signal }: Session,
): Promise<ExitCode> {
  const progress = showProgress(output);
  const rounds = footnote.watch(paths, { ...options, signal, onProgress: (state) => progress.update(state) });
  let [isFirst, wasWrong] = [true, false];
  let failures: readonly string[] = [];
  let warnings: readonly string[] = [];
  for await (const { report, error } of rounds) {
    progress.clear();
    if (error) {
      output.error(error);
    } else {
      const failed = report.failures.map(formatFailure);
      // The round that mends something is told even where nothing else has changed.
      const isMended = wasWrong || hasNews(failures, failed);
      const isNews = hasNews(failed, failures) || hasNews(report.warnings, warnings);
      if (isFirst || isMended || isNews || hasChanges(report)) {
        warnOfReport(report, output);
        output.result(report, (style) => `${timeOfDay(style)} ${formatReport(report, style)}`);
      }
      failures = failed;
      ({ warnings } = report);
    }
    if (isFirst) output.note(`Watching ${paths.join(', ')}. Ctrl-C stops it.`);
    isFirst = false;
    wasWrong = error !== null;
  }
  return exitCodes.fine;

  function timeOfDay(style: typeof output.style): string {
    return style('dim', new Date().toTimeString().slice(0, 8));
  }
}

function hasNews(told: readonly string[], before: readonly string[]): boolean {
  return told.some((one) => !before.includes(one));
}

function hasChanges({ documents, moved, chunks }: IngestReport): boolean {
  return documents.added + documents.updated + documents.removed + moved + chunks > 0;
}
