import type { IngestReport } from '../contracts/ingest-report.ts';
import type { Footnote, WatchOptions } from '../footnote.ts';
import { formatFailure, formatReport } from './format/format-report.ts';
import { warnOfReport } from './ingest-paths.ts';
import { showProgress } from './progress/show-progress.ts';
import type { Session } from './run-command.ts';

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
