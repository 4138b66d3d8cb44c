import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IngestProgress } from '../src/contracts/job.ts';
import { writeFiles } from './corpus.ts';
import { hang } from './json-peer.ts';
import { changesOf, foldersOfOneStore, page, startInFolder, titles } from './synced-folder.ts';

const start = foldersOfOneStore();

test('jobs are listed, and the files that failed are tried again alone', async () => {
  const { folder, footnote } = start({ 'a.md': page('A'), 'b.mdx': '<', 'c.mdx': '<' });
  await footnote.ingest([folder]);
  // What failed before a job in which nothing did is still to be tried again.
  await footnote.ingest([join(folder, 'a.md')]);
  writeFiles(folder, { 'b.mdx': page('B'), 'd.md': page('D') });
  const planned = await footnote.ingest([], { retryFailed: true, dryRun: true });
  expect(changesOf(planned, folder)).toEqual(['added b.mdx', 'added c.mdx']);
  const retried = await footnote.ingest([], { retryFailed: true });
  expect(retried.documents).toMatchObject({ added: 1, failed: 1, removed: 0 });
  expect(await titles(footnote)).toEqual(['A', 'B']);
  const jobs = await footnote.listJobs();
  expect(jobs.map(({ state, paths, report }) => [state, paths, report?.status])).toEqual([
    ['done', [folder], 'partial'],
    ['done', [join(folder, 'a.md')], 'complete'],
    ['done', [folder], 'partial'],
  ]);
  writeFiles(folder, { 'c.mdx': page('C') });
  expect((await footnote.ingest([], { retryFailed: true })).status).toBe('complete');
  expect((await footnote.ingest([], { retryFailed: true })).documents).toMatchObject({
    added: 0,
    unchanged: 0,
    failed: 0,
  });
  await expect(footnote.ingest([], { retryFailed: true, collection: 'none' })).rejects.toMatchObject({
    code: 'collection_unknown',
  });
});

test('the totals of a job stay what they were when its documents are replaced', async () => {
  const { folder, footnote } = start({ 'a.md': page('A'), 'b.md': page('B') });
  await footnote.ingest([folder]);
  const [job] = await footnote.listJobs();
  const before = await footnote.indexReport(job?.id ?? '');
  expect(before).toMatchObject({ status: 'success', chapters_processed: 2, total_chunks: 2 });
  writeFiles(folder, { 'a.md': `${page('A')}\n${page('More')}` });
  rmSync(join(folder, 'b.md'));
  await footnote.ingest([folder]);
  expect(await footnote.indexReport(job?.id ?? '')).toEqual(before);
  await expect(footnote.indexReport('none')).rejects.toMatchObject({ code: 'job_unknown' });
});

test('jobs over the same files wait for each other, so that nothing is done twice', async () => {
  const { home, folder, open, footnote } = await startInFolder({ 'a.md': page('A'), 'b.md': page('B') });
  const other = await open();
  symlinkSync(folder, join(home, 'link'));
  const told: IngestProgress[] = [];
  const reports = await Promise.all([
    footnote.ingest([folder], { onProgress: (progress) => told.push(progress) }),
    other.ingest([join(home, 'link/a.md'), join(home, 'link')], {
      onProgress: (progress) => told.push(progress),
    }),
  ]);
  const [first, second] = reports.toSorted((a, b) => b.chunks - a.chunks);
  expect(first).toMatchObject({ documents: { added: 2, unchanged: 0 }, chunks: 2 });
  expect(second).toMatchObject({ documents: { added: 0, unchanged: 2 }, chunks: 0 });
  const waited = told.find(({ stage }) => stage === 'wait');
  expect((await footnote.listJobs()).at(-1)?.id).toBe(waited?.waitsFor);
});

test('a running job is cancelled by its id, from another process too; others are unknown', async () => {
  const { folder, open, footnote, peer } = await startInFolder({ 'a.md': page('A') });
  const other = await open();
  peer.meet(hang);
  const ingest = footnote.ingest([folder]);
  const outcome = expect(ingest).rejects.toMatchObject({ code: 'aborted' });
  const running = async () => (await other.listJobs()).find(({ state }) => state === 'running');
  await expect.poll(running).toBeDefined();
  const job = await running();
  expect(await other.cancelJob(job?.id ?? '')).toMatchObject({ kind: 'ingest', paths: [folder] });
  await outcome;
  expect((await other.listJobs())[0]).toMatchObject({
    id: job?.id,
    state: 'cancelled',
    cancelledBy: 'request',
    report: { documents: { failed: 0 } },
  });
  await expect(other.cancelJob(job?.id ?? '')).rejects.toMatchObject({ code: 'job_unknown' });
  await expect(other.cancelJob('none')).rejects.toMatchObject({ code: 'job_unknown' });
});
