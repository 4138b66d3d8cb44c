import { expect, test } from 'vitest';
import type { IngestReport, Job } from '../contracts/job.ts';
import { indexReport, shortIndexReport } from './index-report.ts';

const job: Job = {
  id: 'a1',
  collection: 'default',
  kind: 'ingest',
  state: 'done',
  paths: ['book'],
  startedAt: '2026-01-31T12:00:00.000Z',
  finishedAt: '2026-01-31T12:00:23.420Z',
  progress: null,
  report: null,
  error: null,
  cancelledBy: null,
};

const totals = {
  documents: [
    { path: 'book/1.md', chunks: 45, tokens: 9000 },
    { path: 'book/2.md', chunks: 52, tokens: 9500 },
  ],
  storeBytes: 44_354_000,
};

test('E6: has the eight fields of the index report', () => {
  expect(indexReport(job, totals)).toEqual({
    status: 'success',
    chapters_processed: 2,
    total_chunks: 97,
    total_tokens: 18_500,
    chunks_per_chapter: { 'book/1.md': 45, 'book/2.md': 52 },
    duration_seconds: 23.4,
    storage_mb: 42.3,
    timestamp: '2026-01-31T12:00:23.420Z',
  });
});

test('E6: has a short form of four of them', () => {
  expect(shortIndexReport(indexReport(job, totals))).toEqual({
    chapter_count: 2,
    chunk_count: 97,
    total_tokens: 18_500,
    duration_seconds: 23.4,
  });
});

test('a job that has not ended is reported as of now', () => {
  const now = new Date('2026-01-31T12:01:00.000Z');
  const running = { ...job, state: 'running', finishedAt: null } as const;
  expect(indexReport(running, totals, now)).toMatchObject({
    status: 'running',
    chapters_processed: 2,
    duration_seconds: 60,
    timestamp: now.toISOString(),
  });
});

test.each([
  ['partial', 'partial'],
  ['failed', 'failed'],
  ['complete', 'success'],
] as const)('where the report says %s, so does the status: %s', (status, expected) => {
  const report = { status } as IngestReport;
  expect(indexReport({ ...job, report }, totals).status).toBe(expected);
});
