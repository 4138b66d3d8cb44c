import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { visibleWidth } from './format/terminal-text.ts';
import { halfway } from './halfway-progress.test-support.ts';
import type { Output } from './output.ts';
import { formatProgressBar, formatProgressLine, showProgress } from './progress.ts';

const plain = (_format: unknown, text: string) => text;

test('a line of progress has the bar, the counts, the rate, the time left and the file', () => {
  expect(formatProgressBar(halfway, 'file', 100, plain)).toBe(
    '█████░░░░░░░░░░░░░░░  12/40 files · 1 200 passages embedded · 400/s · 9.0 s left  notes/algebra.md',
  );
  expect(formatProgressLine(halfway, 'file')).toBe(
    '12/40 files read, 1 200 passages embedded, 400/s, 9.0 s left',
  );
});

test('a reindex reads documents', () => {
  expect(formatProgressLine({ ...halfway, filesDone: 0, chunksDone: 0, chunksTotal: 0 }, 'document')).toBe(
    '0/40 documents read',
  );
});

test('once all files are read it says of how many passages, and names no file any more', () => {
  const embedding = { ...halfway, filesDone: 40 };
  expect(formatProgressBar(embedding, 'file', 100, plain)).toBe(
    '████████████████░░░░  40/40 files · 1 200/1 500 passages embedded · 400/s · 9.0 s left',
  );
});

test.each([
  [80, '██████████░░░  40/40 files · 1 200/1 500 passages embedded · 400/s · 9.0 s left'],
  [66, '40/40 files · 1 200/1 500 passages embedded · 400/s · 9.0 s left'],
  [60, '1 200/1 500 passages embedded · 400/s · 9.0 s left'],
  [30, '███████░░  400/s · 9.0 s left'],
])('in %i columns it keeps the time left rather than what was read', (columns, line) => {
  expect(formatProgressBar({ ...halfway, filesDone: 40 }, 'file', columns, plain)).toBe(line);
});

test('in a long file it says how far that is', () => {
  const within = { done: 120, total: 500, unit: 'page' } as const;
  expect(formatProgressBar({ ...halfway, path: 'report.pdf', within }, 'file', 110, plain)).toMatch(
    / {2}report\.pdf, page 120\/500$/,
  );
  expect(formatProgressLine({ ...halfway, path: 'report.pdf', within }, 'file')).toMatch(
    /, report\.pdf, page 120\/500$/,
  );
  const read = { ...halfway, filesDone: halfway.filesTotal, path: 'report.pdf', within };
  expect(formatProgressLine(read, 'file')).not.toContain('report.pdf');
});

test('it says nothing that is not known yet', () => {
  const first = { ...halfway, filesDone: 30, chunksDone: 0, elapsedMs: 0, remainingMs: null, path: null };
  expect(formatProgressBar(first, 'file', 100, plain)).toBe(
    '░░░░░░░░░░░░░░░░░░░░  30/40 files · 1 500 passages to embed',
  );
  expect(formatProgressLine(first, 'file')).toBe('30/40 files read, 1 500 passages to embed');
  expect(formatProgressLine({ ...first, filesDone: 0, chunksTotal: 0 }, 'file')).toBe('0/40 files read');
  expect(formatProgressLine({ ...first, stage: 'find' }, 'file')).toBe('Looking for files');
  const last = { ...halfway, filesDone: 40, chunksDone: 1500, remainingMs: 0 };
  expect(formatProgressLine(last, 'file')).toBe('40/40 files read, 1 500/1 500 passages embedded, 500/s');
});

test('it never wraps, however narrow the terminal and odd the file name', () => {
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 200 }), fc.string({ unit: 'binary' }), (columns, path) => {
      const line = formatProgressBar({ ...halfway, path }, 'file', columns, plain);
      expect(visibleWidth(line)).toBeLessThan(columns);
      expect(line).not.toContain('\n');
    }),
  );
});

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
