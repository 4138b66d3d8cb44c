import { afterEach, expect, test, vi } from 'vitest';
import { halfway } from '../halfway-progress.test-support.ts';
import type { Output } from '../output.ts';
import { showProgress } from './show-progress.ts';

afterEach(() => void vi.restoreAllMocks());

/** Progress from the moment 0 on; `now` sets the moments that follow. */
function progressOn({ isTTY }: { isTTY: boolean }) {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const written: string[] = [];
  const write = (line: string) => written.push(line);
  const stream = { isTTY, columns: 80, write } as unknown as NodeJS.WriteStream;
  const output = { quiet: false, style: (_format, text) => text } as Output;
  return { progress: showProgress(output, 'file', stream), written, now };
}

test('in a log it is told what happens before anything is done', () => {
  const { progress, written, now } = progressOn({ isTTY: false });
  const nothingDone = { ...halfway, filesDone: 0, chunksDone: 0, chunksTotal: 0, remainingMs: null };
  const within = { done: 22, total: 160, unit: 'page' } as const;
  now.mockReturnValue(6000);
  progress.update({ ...nothingDone, stage: 'find', filesTotal: 0, path: null });
  now.mockReturnValue(12_000);
  progress.update({ ...nothingDone, path: 'report.pdf', within });
  expect(written).toEqual(['Looking for files\n', '0/40 files read, report.pdf, page 22/160\n']);
});

test('in a log what is waited for is told once', () => {
  const { progress, written, now } = progressOn({ isTTY: false });
  for (const [at, waitsFor] of [
    [6000, 'first'],
    [12_000, 'first'],
    [18_000, 'second'],
  ] as const) {
    now.mockReturnValue(at);
    progress.update({ ...halfway, stage: 'wait', waitsFor });
  }
  expect(written).toEqual([
    'Waiting for job first, which is ingesting some of the same files\n',
    'Waiting for job second, which is ingesting some of the same files\n',
  ]);
});

test('in a log each round of a watch is silent at first', () => {
  const { progress, written, now } = progressOn({ isTTY: false });
  now.mockReturnValue(60_000);
  progress.clear();
  now.mockReturnValue(60_100);
  progress.update(halfway);
  expect(written).toEqual([]);
  now.mockReturnValue(66_000);
  progress.update(halfway);
  expect(written).toHaveLength(1);
});

test('on a terminal the line is drawn over, and cleared where there is one', () => {
  const { progress, written, now } = progressOn({ isTTY: true });
  progress.clear();
  progress.update({ ...halfway, stage: 'find' });
  now.mockReturnValue(50);
  progress.update(halfway);
  progress.update({ ...halfway, stage: 'done' });
  progress.clear();
  expect(written).toEqual(['\r\x1b[KLooking for files …', '\r\x1b[K']);
});
