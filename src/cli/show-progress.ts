import type { IngestProgress } from '../contracts/ingest-report.ts';
import { type Counted, formatProgressBar, formatProgressLine } from './format-progress.ts';
import type { Output } from './output.ts';
import { showLine } from './show-line.ts';

/** Shows how far an ingest is, on standard error. */
export interface ProgressDisplay {
  update(progress: IngestProgress): void;
  /** Clears the line; the next plain one is some seconds away again. */
  clear(): void;
}

export interface ProgressOptions {
  /** Default: standard error. */
  readonly stream?: NodeJS.WriteStream;
  /** Default: `file`. */
  readonly counted?: Counted;
}

/** On a terminal a bar that redraws itself, else a plain line every few seconds; with `--quiet` nothing. */
export function showProgress(
  output: Output,
  { stream = process.stderr, counted = 'file' }: ProgressOptions = {},
): ProgressDisplay {
  const line = showLine(output, stream);
  return {
    update(progress) {
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
