import type { IngestProgress } from '../../contracts/ingest-report.ts';
import { type Counted, formatProgressBar, formatProgressLine } from '../format/format-progress.ts';
import type { Output } from '../output.ts';
import { showLine } from './show-line.ts';

/**
 * Shows how far an ingest is, on standard error: on a terminal a bar that redraws itself, else a plain line every few
 * seconds; with `--quiet` nothing. `clear` clears the line; the next plain one is some seconds away again.
 */
export function showProgress(
  output: Output,
  counted: Counted = 'file',
  stream: NodeJS.WriteStream = process.stderr,
) {
  const line = showLine(output, stream);
  return {
    update(progress: IngestProgress): void {
      if (progress.stage === 'done') return;
      line.update(() =>
        stream.isTTY
          ? formatProgressBar(progress, counted, stream.columns || 80, output.style)
          : formatProgressLine(progress, counted),
      );
    },
    clear: () => line.clear(),
  };
}
