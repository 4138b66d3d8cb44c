import type { IngestProgress } from '../../contracts/ingest-report.ts';
import type { Style } from '../output.ts';
import { formatBar, formatCount, formatDuration, formatNumber } from './format-quantity.ts';
import { elidePath, printableName } from './printable-text.ts';

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
