import { expect, test } from 'vitest';
import type { Job } from '../../contracts/job.ts';
import { halfway } from '../halfway-progress.test-support.ts';
import { formatJob, formatJobs, reingestCommand } from './jobs.ts';

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
  error: null,
  cancelledBy: null,
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

test('what ended a job stands beside its state: in the list as a code, of one job in words', () => {
  const error = { code: 'store_full', message: 'There is no room.' } as const;
  const one = { ...job, state: 'failed', error } as const;
  expect(formatJobs([one], 100, plain)).toContain('  failed: store_full  ');
  expect(formatJob(one, 100, plain)).toMatch(/^state +failed: There is no room\.$/m);
});

test('of a job that reached its end it is told how many files failed', () => {
  const documents = { added: 1, updated: 0, unchanged: 0, removed: 0, failed: 2 };
  const written = { chunks: 0, tokens: 0, vectors: 0, billedTokens: 0 };
  const none = { ...written, moved: 0, kept: 0, durationMs: 0, passedOver: {} };
  const report = { status: 'partial', documents, ...none, failures: [], warnings: [] } as const;
  expect(formatJobs([{ ...job, state: 'done', report }], 100, plain)).toContain('  done, 2 failed  ');
});

test('a job that waits for another is not said to run, and one that was killed meanwhile not to wait', () => {
  const waiting = { ...job, progress: { ...halfway, stage: 'wait', waitsFor: '4f1c09ab77de' } } as const;
  for (const format of [formatJob, (one: Job, ...how: [number, typeof plain]) => formatJobs([one], ...how)]) {
    const told = format({ ...waiting, state: 'running', finishedAt: null }, 100, plain);
    expect(told).toMatch(/ waiting for 4f1c09ab77de\b/);
    expect(told).not.toContain('running');
    expect(format(waiting, 100, plain)).toMatch(/ interrupted\b/);
  }
});

test('of a job that has ended before its end it is told how far it came, and no time left', () => {
  const far = { ...job, progress: halfway };
  expect(formatJob({ ...far, state: 'running' }, 200, plain)).toMatch(/^progress .* left$/m);
  expect(formatJob(far, 200, plain)).toMatch(/^progress .*(?<! left)$/m);
});

test.each([
  ['SIGINT', 'cancelled by Ctrl-C'],
  ['SIGTERM', 'cancelled by SIGTERM'],
  ['request', 'cancelled on request'],
  ['caller', 'cancelled by the program that ran it'],
  [null, 'cancelled'],
] as const)('of a cancelled job it is told who cancelled it: %s', (cancelledBy, said) => {
  const one = { ...job, state: 'cancelled', cancelledBy } as const;
  expect(formatJobs([one], 100, plain)).toContain(`  ${said}  `);
  expect(formatJob(one, 100, plain)).toMatch(new RegExp(`^state +${said}$`, 'm'));
});

const jobOver = (paths: readonly string[], kind: Job['kind'] = 'ingest'): Job => ({
  ...job,
  id: 'j',
  kind,
  state: 'done',
  paths,
  finishedAt: '2026-05-01T10:00:01.000Z',
});

test.each([
  ['the folder that was given, once', ['docs/a.md', 'docs/deep/b.md'], [['docs/']], 'docs/'],
  ['the latest ingest that had it', ['docs/a.md'], [['notes'], ['docs/a.md'], ['docs']], 'docs/a.md'],
  ['a folder of a like name is another', ['docs-old/a.md'], [['docs'], ['./docs-old']], './docs-old'],
  ['the working directory', ['a.md', 'b/c.md'], [['.']], '.'],
  ['what lies elsewhere is not in it', ['../a.md', '/b.md'], [['.']], '../a.md /b.md'],
  ['a member of an archive', ['books.zip/a.md'], [['books.zip']], 'books.zip'],
  ['words that a shell would cut', [`my docs/it's.md`], [], `'my docs/it'\\''s.md'`],
])('%s', (_, paths, given, expected) => {
  const documents = paths.map((path) => ({ documentId: path, path }));
  const jobs = [jobOver([], 'reindex'), ...given.map((one) => jobOver(one))];
  expect(reingestCommand(documents, jobs)).toBe(`footnote ingest ${expected}`);
});
