import type { IngestReport } from '../contracts/ingest-report.ts';
import type { Footnote, WatchOptions } from '../footnote.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { formatReport } from './format-report.ts';
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
  let warned: readonly string[] = [];
  for await (const { report, error } of rounds) {
    progress.clear();
    if (error) {
      output.error(error);
    } else if (isFirst || wasWrong || hasChanges(report) || hasNews(report.warnings, warned)) {
      warnOfReport(report, output);
      output.result(report, (style) => `${timeOfDay(style)} ${formatReport(report, style)}`);
    }
    if (isFirst) output.note(`Watching ${paths.join(', ')}. Ctrl-C stops it.`);
    isFirst = false;
    // The round that mends it is told even where nothing else has changed.
    wasWrong = error ? true : report.status !== 'complete';
    warned = report?.warnings ?? warned;
  }
  return exitCodes.fine;

  function timeOfDay(style: typeof output.style): string {
    return style('dim', new Date().toTimeString().slice(0, 8));
  }
}

function hasNews(warnings: readonly string[], before: readonly string[]): boolean {
  return warnings.some((warning) => !before.includes(warning));
}

function hasChanges({ documents, moved, chunks }: IngestReport): boolean {
  const { added, updated, removed, failed } = documents;
  return added + updated + removed + failed + moved + chunks > 0;
}
