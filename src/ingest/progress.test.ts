import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { IngestProgress } from '../contracts/job.ts';
import { type ProgressMeter, startProgress } from './progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A model that takes a minute to start, and a second for each ten chunks behind the first. */
function embed(meter: ProgressMeter, chunks: number): void {
  vi.advanceTimersByTime(60_000);
  meter.chunksEmbedded(1);
  vi.advanceTimersByTime((chunks - 1) * 100);
  meter.chunksEmbedded(chunks - 1);
}

/** What is sent last while `work` goes on. */
function lastOf(work: (meter: ProgressMeter) => void) {
  const sent: IngestProgress[] = [];
  const meter = startProgress(
    () => 0,
    (progress) => sent.push(progress),
  );
  work(meter);
  const last = sent.at(-1) as IngestProgress;
  meter.end();
  return last;
}

test('files that are still to be read count as those that were', () => {
  const last = lastOf((meter) => {
    meter.filesFound(10, 0);
    meter.chunksFound(8);
    meter.filesDone(2);
    embed(meter, 4);
  });
  expect(last).toMatchObject({ filesDone: 2, filesTotal: 10, chunksDone: 4, chunksTotal: 8 });
  expect(last.remainingMs).toBeCloseTo((40 - 4) * 100);
});

test('unchanged files are done, and say nothing of the others', () => {
  const last = lastOf((meter) => {
    meter.filesFound(1000, 990);
    meter.chunksFound(5);
    meter.filesDone(1);
    embed(meter, 5);
  });
  expect(last).toMatchObject({ filesDone: 991, filesTotal: 1000 });
  expect(last.remainingMs).toBeCloseTo((50 - 5) * 100);
});

/** A run that finds a hundred chunks of an earlier one, reads files of two chunks each, and has embedded twenty. */
function resumed(files: number) {
  return lastOf((meter) => {
    meter.chunksLeftOver(100);
    meter.filesFound(files, 0);
    meter.chunksFound(files * 2);
    meter.filesDone(files);
    embed(meter, 20);
  });
}

test('what an earlier run left is counted, whether files are read besides or not', () => {
  expect(resumed(0)).toMatchObject({ chunksDone: 20, chunksTotal: 100, remainingMs: expect.closeTo(8000) });
  expect(resumed(10)).toMatchObject({
    chunksDone: 20,
    chunksTotal: 120,
    remainingMs: expect.closeTo(10_000),
  });
});

test('while no file was read, nothing says how long it takes', () => {
  const last = lastOf((meter) => {
    meter.chunksLeftOver(100);
    meter.filesFound(5, 0);
    embed(meter, 50);
  });
  expect(last.remainingMs).toBeNull();
});

/** A run of one file, the moment that its first eight chunks are embedded. */
function begun(chunks: number) {
  return lastOf((meter) => {
    meter.filesFound(1, 0);
    meter.chunksFound(chunks);
    meter.filesDone(1);
    vi.advanceTimersByTime(60_000);
    meter.chunksEmbedded(8);
  });
}

test('the first chunks say nothing of how long the others take, unless there are none', () => {
  expect(begun(200).remainingMs).toBeNull();
  expect(begun(8).remainingMs).toBe(0);
});
