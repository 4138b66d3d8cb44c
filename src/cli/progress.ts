import type { IngestProgress } from '../contracts/job.ts';
import type { EvaluationProgress } from '../evaluate/evaluate.ts';
import { formatBar, formatCount, formatDuration, formatNumber } from './format/format-table.ts';
import { elidePath, printableName } from './format/terminal-text.ts';
import type { Output, Style } from './output.ts';

const redrawMs = 100;
const plainLineMs = 5000;

/** Shows how far something is, on standard error. */
interface LineDisplay {
  /** `format` is called where it is time for a new line. */
  update(format: () => string): void;
  /** Clears the line; the next plain one is some seconds away again. */
  clear(): void;
}

/**
 * On a terminal one line that rewrites itself, else a plain line every few seconds where it is another one; with
 * `--quiet` nothing.
 */
export function showLine(output: Output, stream: NodeJS.WriteStream = process.stderr): LineDisplay {
  let drawnAt = stream.isTTY ? -Infinity : performance.now();
  let plainLine: string | undefined;
  return {
    update(format) {
      const now = performance.now();
      if (output.quiet || now - drawnAt < (stream.isTTY ? redrawMs : plainLineMs)) return;
      drawnAt = now;
      const line = format();
      if (stream.isTTY) stream.write(`\r\x1b[K${line}`);
      else if (line !== plainLine) stream.write(`${line}\n`);
      plainLine = line;
    },
    clear() {
      plainLine = undefined;
      if (!stream.isTTY) drawnAt = performance.now();
      else if (drawnAt !== -Infinity) stream.write('\r\x1b[K');
    },
  };
}

const barCells = 20;
/** A shorter bar shows nothing that the counts do not say. */
const leastBarCells = 8;

/** What is read: files by an ingest, documents of the store by a reindex. */
export type Counted = 'file' | 'document';

/**
 * Progress as one line of less than `columns`: bar, counts, rate, time left, and the file in work. Where there is no
 * room for all, the time left is what stays the longest.
 */
export function formatProgressBar(
  progress: IngestProgress,
  counted: Counted,
  columns: number,
  style: Style,
): string {
  if (progress.stage === 'wait') return `${formatWait(progress, counted)} …`.slice(0, columns - 1);
  if (progress.stage === 'find') return 'Looking for files …'.slice(0, columns - 1);
  const parts = [formatRead(progress, counted), ...formatPassages(progress)];
  while (parts.length > 1 && parts.join(' · ').length >= columns) parts.shift();
  const counts = parts.join(' · ').slice(0, columns - 1);
  const cells = Math.min(barCells, columns - 1 - counts.length - 2);
  const bar = cells < leastBarCells ? '' : `${formatBar(doneShare(progress), cells, style)}  `;
  const room = columns - 1 - counts.length - (bar === '' ? 0 : cells + 2);
  const { path } = progress;
  const within = formatWithin(progress);
  const isShown = path !== null && areFilesLeft(progress) && room - within.length >= 12;
  const file = isShown ? `  ${elidePath(printableName(path), room - within.length - 2)}${within}` : '';
  return bar + counts + style('dim', file);
}

/** Progress as a plain line, for logs. */
export function formatProgressLine(progress: IngestProgress, counted: Counted): string {
  if (progress.stage === 'wait') return formatWait(progress, counted);
  if (progress.stage === 'find') return 'Looking for files';
  const { path } = progress;
  const within = formatWithin(progress);
  const isShown = path !== null && within !== '' && areFilesLeft(progress);
  const file = isShown ? `, ${printableName(path)}${within}` : '';
  return `${[`${formatRead(progress, counted)} read`, ...formatPassages(progress)].join(', ')}${file}`;
}

function formatWait({ waitsFor }: IngestProgress, counted: Counted): string {
  const does = counted === 'file' ? 'is ingesting some of the same files' : 'is already building the index';
  return `Waiting for job ${waitsFor}, which ${does}`;
}

/** How far the parser is in the file in work: behind its path. */
function formatWithin({ within }: IngestProgress): string {
  return within === null ? '' : `, ${within.unit} ${formatNumber(within.done)}/${formatNumber(within.total)}`;
}

/** The share of the files that are done to their last passage: those read, as far as what is in them is embedded. */
function doneShare({ filesDone, filesTotal, chunksDone, chunksTotal }: IngestProgress): number {
  const read = filesDone / Math.max(1, filesTotal);
  return chunksTotal === 0 ? read : read * Math.min(1, chunksDone / chunksTotal);
}

function areFilesLeft({ filesDone, filesTotal }: IngestProgress): boolean {
  return filesDone < filesTotal;
}

function formatRead({ filesDone, filesTotal }: IngestProgress, counted: Counted): string {
  return `${formatNumber(filesDone)}/${formatCount(filesTotal, counted)}`;
}

/** How many passages there are to embed, and from the first that is embedded on how far that is. */
function formatPassages(progress: IngestProgress): string[] {
  const { chunksDone, chunksTotal, elapsedMs, remainingMs } = progress;
  if (chunksTotal === 0) return [];
  if (chunksDone === 0) return [`${formatCount(chunksTotal, 'passage')} to embed`];
  const rate = elapsedMs > 0 ? Math.round((chunksDone * 1000) / elapsedMs) : 0;
  // While files are still being read, nobody knows how many passages there will be.
  const total = areFilesLeft(progress) ? '' : `/${formatNumber(chunksTotal)}`;
  return [
    `${formatNumber(chunksDone)}${total} passages embedded`,
    ...(rate > 0 ? [`${formatNumber(rate)}/s`] : []),
    ...(remainingMs !== null && remainingMs > 0 ? [`${formatDuration(remainingMs)} left`] : []),
  ];
}

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

/** Shows how far an evaluation is, on standard error: its index like an ingest, its questions by their number. */
export function showEvaluationProgress(output: Output) {
  const ingest = showProgress(output);
  const line = showLine(output);
  return {
    update(progress: EvaluationProgress): void {
      if (progress.stage === 'index') return ingest.update(progress.ingest);
      const { stage, done, total } = progress;
      const label = stage === 'ask' ? 'Asking' : 'Timing';
      line.update(() => `${label}: ${formatNumber(done)}/${formatNumber(total)} questions`);
    },
    clear(): void {
      ingest.clear();
      line.clear();
    },
  };
}
