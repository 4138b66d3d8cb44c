import { expect, test } from 'vitest';
import type { IngestProgress } from '../contracts/ingest-report.ts';
import { type ProgressMeter, startProgress } from './progress.ts';

/** What is sent last while `work` goes on: the time left as a share of the time so far, and the counts. */
function lastOf(work: (meter: ProgressMeter) => void) {
  const sent: IngestProgress[] = [];
  const meter = startProgress(
    () => 0,
    (progress) => sent.push(progress),
  );
  work(meter);
  const { remainingMs, elapsedMs, ...counts } = sent.at(-1) as IngestProgress;
  meter.end();
  return { ...counts, leftShare: remainingMs === null ? null : remainingMs / elapsedMs };
}

test('files that are still to be read count as those that were', () => {
  const last = lastOf((meter) => {
    meter.filesFound(10, 0);
    meter.chunksFound(8);
    meter.filesDone(2);
    meter.chunksEmbedded(4);
  });
  expect(last).toMatchObject({ filesDone: 2, filesTotal: 10, chunksDone: 4, chunksTotal: 8 });
  expect(last.leftShare).toBeCloseTo((40 - 4) / 4);
});

test('unchanged files are done, and say nothing of the others', () => {
  const last = lastOf((meter) => {
    meter.filesFound(1000, 990);
    meter.chunksFound(5);
    meter.filesDone(1);
    meter.chunksEmbedded(5);
  });
  expect(last).toMatchObject({ filesDone: 991, filesTotal: 1000 });
  expect(last.leftShare).toBeCloseTo((50 - 5) / 5);
});

/** A run that finds a hundred chunks of an earlier one, reads files of two chunks each, and has embedded twenty. */
function resumed(files: number) {
  return lastOf((meter) => {
    meter.chunksLeftOver(100);
    meter.filesFound(files, 0);
    meter.chunksFound(files * 2);
    meter.filesDone(files);
    meter.chunksEmbedded(20);
  });
}

test('what an earlier run left is counted, whether files are read besides or not', () => {
  expect(resumed(0)).toMatchObject({ chunksDone: 20, chunksTotal: 100, leftShare: expect.closeTo(80 / 20) });
  expect(resumed(10)).toMatchObject({
    chunksDone: 20,
    chunksTotal: 120,
    leftShare: expect.closeTo(100 / 20),
  });
});

test('while no file was read, nothing says how long it takes', () => {
  const last = lastOf((meter) => {
    meter.chunksLeftOver(100);
    meter.filesFound(5, 0);
    meter.chunksEmbedded(50);
  });
  expect(last.leftShare).toBeNull();
});
