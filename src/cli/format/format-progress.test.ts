import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { halfway } from '../halfway-progress.test-support.ts';
import { formatProgressBar, formatProgressLine } from './format-progress.ts';
import { visibleWidth } from './terminal-width.ts';

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
