import { expect, test } from 'vitest';
import type { Job } from '../contracts/job.ts';
import { formatJob, formatJobs } from './format-jobs.ts';

const job: Job = {
  id: '46a7b12f3311',
  collection: 'default',
  kind: 'ingest',
  state: 'interrupted',
  paths: ['a/folder/with/a/long/name', 'another'],
  startedAt: '2026-05-01T10:00:00.000Z',
  finishedAt: '2026-05-01T10:02:05.000Z',
  progress: null,
  report: null,
};
const plain = (_: unknown, text: string) => text;

test.each([40, 60, 80, 100])('jobs fit %i columns', (columns) => {
  for (const text of [formatJobs([job], columns, plain), formatJob(job, columns, plain)])
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
});

test('of a job stay its id, its state and its paths', () => {
  expect(formatJobs([job], 40, plain).split('\n')).toEqual([
    'JOB           STATE        PATHS',
    '46a7b12f3311  interrupted  a/f…, another',
  ]);
});
