import { withFootnote } from '../app/with-footnote.ts';
import type { ReindexReport } from '../contracts/document-records.ts';
import { isAborted } from '../errors.ts';
import type { ReindexOptions } from '../footnote.ts';
import { asLocal } from './as-local.ts';
import { formatBilled } from './format/format-report.ts';
import { showProgress } from './progress/show-progress.ts';
import type { Session } from './run-command.ts';

/** What a command that builds an index anew says of it. */
export interface ReindexWords {
  /** What is asked meanwhile: `the old index`. */
  readonly old: string;
  /** A sentence without its full stop. */
  readonly done: (report: ReindexReport) => string;
}

/** Builds the index of a collection anew, with progress, warnings and the report. */
export async function runReindex(
  { config, output, signal }: Session,
  options: Pick<ReindexOptions, 'engine'>,
  { old, done }: ReindexWords,
): Promise<void> {
  const progress = showProgress(output, 'document');
  const report = await withFootnote(config, (footnote) =>
    asLocal(footnote, config).reindex({ ...options, signal, onProgress: (state) => progress.update(state) }),
  )
    .finally(() => progress.clear())
    .catch((error: unknown) => {
      if (isAborted(error))
        output.note(
          `Questions are still answered from ${old}. Run the same command to continue where this one stopped.`,
        );
      throw error;
    });
  for (const warning of report.warnings) output.warn(warning);
  output.result(report, () => `${done(report)}.${formatBilled(report)}`);
}
