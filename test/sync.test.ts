import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { IngestProgress } from '../src/contracts/ingest-report.ts';
import { writeFiles } from './corpus.ts';
import { hang } from './json-peer.ts';
import { changesOf, foldersOfOneStore, page, startInFolder, titles } from './synced-folder.ts';

const start = foldersOfOneStore();

describe('a dry run', () => {
  test('of an empty store says what would be added, and makes nothing', async () => {
    const { home, folder, footnote } = await startInFolder({
      'a.md': page('A'),
      'in/b.md': page('B'),
      'c.png': '',
    });
    const report = await footnote.ingest([folder], { dryRun: true });
    expect(changesOf(report, folder)).toEqual(['added a.md', 'added in/b.md']);
    expect(report).toMatchObject({ status: 'complete', passedOver: { '.png': 1 }, chunks: 0 });
    expect(readdirSync(home)).toEqual(['docs']);
  });

  test('tells added, updated, moved and removed apart, and the ingest does the same', async () => {
    const { folder, footnote } = start({
      'a.md': page('A'),
      'b.md': page('B'),
      'c.md': page('C'),
      'd.md': page('D'),
      'e.md': page('E'),
    });
    await footnote.ingest([folder]);
    const moved = await footnote.getDocument(join(folder, 'b.md'));
    writeFiles(folder, { 'a.md': page('A again'), 'new/f.md': page('F') });
    renameSync(join(folder, 'b.md'), join(folder, 'new/renamed.md'));
    rmSync(join(folder, 'c.md'));

    const plan = await footnote.ingest([folder], { dryRun: true });
    expect(changesOf(plan, folder)).toEqual([
      'updated a.md',
      'removed c.md',
      'added new/f.md',
      'moved new/renamed.md',
    ]);
    expect(plan.changes?.at(-1)?.from).toBe(join(folder, 'b.md'));
    expect(await titles(footnote)).toEqual(['A', 'B', 'C', 'D', 'E']);

    const report = await footnote.ingest([folder]);
    expect(report.documents).toEqual(plan.documents);
    expect(report.changes).toBeUndefined();
    expect(await titles(footnote)).toEqual(['A again', 'B', 'D', 'E', 'F']);
    expect((await footnote.getDocument(join(folder, 'new/renamed.md'))).documentId).toBe(moved.documentId);
    expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
  });

  test('says that nothing would be removed where most would be, unless it may', async () => {
    const { folder, footnote } = start({
      'a.md': page('A'),
      'b.md': page('B'),
      'c.md': page('C'),
    });
    await footnote.ingest([folder]);
    for (const name of ['a.md', 'b.md']) rmSync(join(folder, name));
    const guarded = await footnote.ingest([folder], { dryRun: true });
    expect(guarded.changes).toEqual([]);
    expect(guarded.warnings.join()).toMatch(/gone or ignored, 2 in all, so nothing was removed/);
    const allowed = { dryRun: true, allowMassRemoval: true };
    expect(changesOf(await footnote.ingest([folder], allowed), folder)).toEqual([
      'removed a.md',
      'removed b.md',
    ]);
    await footnote.ingest([folder], { allowMassRemoval: true });
    expect(await titles(footnote)).toEqual(['C']);
  });
});

describe('a folder that is given', () => {
  test('with a file of it that its rules leave out keeps that file', async () => {
    const { folder, footnote } = start({
      'a.md': page('A'),
      'b.md': page('B'),
      'drafts/c.md': page('C'),
      'd.md': page('D'),
      '.footnoteignore': 'b.md\ndrafts/\n',
    });
    const paths = [folder, join(folder, 'b.md'), join(folder, 'drafts')];
    expect((await footnote.ingest(paths)).documents).toMatchObject({ added: 4, removed: 0 });
    expect((await footnote.ingest(paths)).documents).toMatchObject({ unchanged: 4, removed: 0 });
    expect(await titles(footnote)).toEqual(['A', 'B', 'C', 'D']);
    expect((await footnote.ingest([folder])).documents).toMatchObject({ removed: 2 });
  });

  test('twice, or within another, counts once, and what it keeps is not removed with the other', async () => {
    const { folder, footnote } = start({
      'a.md': page('A'),
      'b.md': page('B'),
      'c.md': page('C'),
      'in/d.md': page('D'),
      'in/e.md': page('E'),
    });
    const paths = [folder, join(folder, 'in'), `${folder}/./`];
    expect((await footnote.ingest(paths)).documents).toMatchObject({ added: 5 });
    for (const name of ['in/d.md', 'in/e.md']) rmSync(join(folder, name));
    const plan = await footnote.ingest(paths, { dryRun: true });
    const report = await footnote.ingest(paths);
    for (const { documents, warnings } of [plan, report]) {
      expect(documents).toMatchObject({ unchanged: 3, removed: 0 });
      expect(warnings).toEqual([
        expect.stringContaining(`files of ${join(folder, 'in')} are gone or ignored, 2 in all`),
      ]);
    }
    expect(await titles(footnote)).toEqual(['A', 'B', 'C', 'D', 'E']);
    rmSync(join(folder, 'in'), { recursive: true });
    expect((await footnote.ingest([folder])).documents).toMatchObject({ removed: 2 });
  });
});

test('a dry run counts what is new as the ingest does when it tells whether most would go', async () => {
  const { folder, footnote } = start({
    'a.md': page('A'),
    'b.md': page('B'),
    'c.md': page('C'),
  });
  await footnote.ingest([folder]);
  for (const name of ['a.md', 'b.md']) rmSync(join(folder, name));
  writeFiles(folder, { 'd.md': page('D') });
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(['removed a.md', 'removed b.md', 'added d.md']);
  expect((await footnote.ingest([folder])).documents).toEqual(plan.documents);
});

describe('what is taken', () => {
  test('globs limit a run; what they leave out stays as it is', async () => {
    const { folder, footnote } = start({
      'a.md': page('A'),
      'b.txt': 'A bridge.\n',
      'in/c.md': page('C'),
    });
    await footnote.ingest([folder], { include: ['*.md'] });
    expect(await titles(footnote)).toEqual(['A', 'C']);
    rmSync(join(folder, 'in/c.md'));
    await footnote.ingest([folder], { exclude: ['in'] });
    expect(await titles(footnote)).toEqual(['A', 'C', 'b']);
    await footnote.ingest([folder]);
    expect(await titles(footnote)).toEqual(['A', 'b']);
  });

  test('a file that comes to be ignored leaves the collection, and comes back', async () => {
    const { folder, footnote } = start({
      'a.md': page('A'),
      'b.md': page('B'),
      'in/c.md': page('C'),
    });
    await footnote.ingest([folder]);
    writeFiles(folder, { 'in/.footnoteignore': 'c.md\n' });
    expect((await footnote.ingest([folder])).documents).toMatchObject({ unchanged: 2, removed: 1 });
    expect(await titles(footnote)).toEqual(['A', 'B']);
    rmSync(join(folder, 'in/.footnoteignore'));
    await footnote.ingest([folder]);
    expect(await titles(footnote)).toEqual(['A', 'B', 'C']);
  });
});

test('a folder whose ignore file cannot be read keeps its documents, and is tried again with all that is in it', async () => {
  const { folder, footnote } = start({ 'a.md': page('A'), 'in/b.md': page('B') });
  await footnote.ingest([folder]);
  const rules = join(folder, 'in/.footnoteignore');
  mkdirSync(rules);
  writeFiles(folder, { 'in/c.md': page('C'), 'in/d.md': page('D') });
  const report = await footnote.ingest([folder]);
  expect(report).toMatchObject({ status: 'partial', documents: { unchanged: 1, removed: 0, failed: 1 } });
  expect(report.failures[0]?.message).toContain(`${rules} cannot be read (EISDIR)`);
  expect(await titles(footnote)).toEqual(['A', 'B']);
  rmSync(rules, { recursive: true });
  writeFiles(folder, { 'in/.footnoteignore': 'd.md\n' });
  expect((await footnote.ingest([], { retryFailed: true })).documents).toMatchObject({
    added: 1,
    unchanged: 1,
  });
  expect(await titles(footnote)).toEqual(['A', 'B', 'C']);
  const jobs = await footnote.listJobs();
  expect((await footnote.ingest([], { retryFailed: true })).documents).toMatchObject({
    unchanged: 0,
    failed: 0,
  });
  expect(await footnote.listJobs()).toEqual(jobs);
});

test('what an earlier version took for another language is made anew, though its file has not changed', async () => {
  const { folder, store, footnote } = await startInFolder({ 'a.md': page('A') });
  await footnote.ingest([folder]);
  const before = await footnote.getDocument(join(folder, 'a.md'));
  const database = new DatabaseSync(join(store, 'footnote.db'));
  const { parser } = database.prepare('select parser from document_versions').get() as { parser: string };
  database
    .prepare(`update document_versions set language = 'nl', parser = ?`)
    .run(parser.replace(/\.\d+$/, ''));
  database.close();
  expect((await footnote.ingest([folder])).documents).toMatchObject({ updated: 1, unchanged: 0 });
  expect(await footnote.getDocument(join(folder, 'a.md'))).toMatchObject({
    documentId: before.documentId,
    language: 'en',
  });
});

test('files that links have taken the place of leave the collection', async () => {
  const { home, folder, footnote } = start({
    'a.md': page('A'),
    'b.md': page('B'),
    'c.md': page('C'),
    'in/d.md': page('D'),
  });
  await footnote.ingest([folder]);
  rmSync(join(folder, 'b.md'));
  symlinkSync('a.md', join(folder, 'b.md'));
  renameSync(join(folder, 'in'), join(home, 'elsewhere'));
  symlinkSync(join(home, 'elsewhere'), join(folder, 'in'));
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(['removed b.md', 'removed in/d.md']);
  expect((await footnote.ingest([folder])).documents).toEqual(plan.documents);
  expect(await titles(footnote)).toEqual(['A', 'C']);
});

test('a file that was given leaves the collection where a folder has taken its place', async () => {
  const { folder, footnote } = start({ guide: 'How the bridge was built.' });
  const guide = join(folder, 'guide');
  await footnote.ingest([guide]);
  rmSync(guide);
  writeFiles(folder, { 'guide/bridge.md': page('Bridge') });
  const plan = await footnote.ingest([guide], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(['removed guide', 'added guide/bridge.md']);
  expect((await footnote.ingest([guide])).documents).toEqual(plan.documents);
  expect(await titles(footnote)).toEqual(['Bridge']);
});

test('what no parser could read is not parsed again, is told each time, and is tried again when asked', async () => {
  const { folder, store, footnote } = await startInFolder({ 'a.md': page('A'), 'b.mdx': '<', 'c.mdx': '<' });
  const first = await footnote.ingest([folder]);
  expect(first.failures.map(({ code }) => code)).toEqual(['file_malformed', 'file_malformed']);
  const noted = new DatabaseSync(join(store, 'footnote.db'));
  noted.exec(`update failed_parses set details = json_set(details, '$.problem', 'as before')`);
  noted.close();
  for (const dryRun of [true, false]) {
    const again = await footnote.ingest([folder], { dryRun });
    expect(again).toMatchObject({
      status: 'partial',
      documents: { ...first.documents, added: 0, unchanged: 1 },
    });
    expect(again.failures.map(({ message }) => message)).toEqual([
      expect.stringMatching(/b\.mdx, line 1: as before\./),
      expect.stringMatching(/c\.mdx, line 1: as before\./),
    ]);
  }
  expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
  expect((await footnote.ingest([], { retryFailed: true })).failures).toEqual(first.failures);
  writeFiles(folder, { 'b.mdx': page('B') });
  expect((await footnote.ingest([folder])).documents).toMatchObject({ added: 1, failed: 1 });
});

test('a note that nobody has written in is warned of, unless it was named or had text before', async () => {
  const { folder, footnote } = start({ 'a.md': page('A'), 'b.md': '---\ntags: [x]\n---\n' });
  writeFiles(folder, {
    'c.txt': '',
    'f.html': '',
    'z.zip': zipSync({ 'd.md': strToU8(' '), 'e.md': strToU8(page('E')) }),
  });
  const report = await footnote.ingest([folder]);
  expect(report).toMatchObject({ status: 'complete', documents: { added: 2, failed: 0 } });
  expect(report.warnings).toEqual([
    expect.stringMatching('b.md has no text in it'),
    expect.stringMatching('c.txt has no text in it'),
    expect.stringMatching('f.html has no text in it'),
    expect.stringMatching('z.zip/d.md has no text in it'),
  ]);
  expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
  expect((await footnote.ingest([join(folder, 'b.md')])).status).toBe('failed');
  writeFiles(folder, { 'a.md': '' });
  const [emptied] = (await footnote.ingest([folder])).failures;
  expect(emptied).toMatchObject({ code: 'file_empty' });
  expect(emptied?.message).toMatch(/What was read of it before is still found\.$/);
  expect(await titles(footnote)).toEqual(['A', 'E']);
});

describe('jobs', () => {
  test('are listed, and the files that failed are tried again alone', async () => {
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

  test('over the same files wait for each other, so that nothing is done twice', async () => {
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

  test('a running one is cancelled by its id, from another process too; others are unknown', async () => {
    const { folder, open, footnote, peer } = await startInFolder({ 'a.md': page('A') });
    const other = await open();
    peer.meet(hang);
    const ingest = footnote.ingest([folder]);
    const outcome = expect(ingest).rejects.toMatchObject({ code: 'aborted' });
    const running = async () => (await other.listJobs()).find(({ state }) => state === 'running');
    await expect.poll(running, { timeout: 60_000 }).toBeDefined();
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
});

test('a title that is the name of its file follows the name, under the same id; one of the text stays', async () => {
  const { folder, footnote } = start({
    'harbour.txt': 'The bridge was built of stone.\n',
    'kept.txt': 'The bridge was built of iron.\n',
    'mast.md': page('mast'),
  });
  await footnote.ingest([folder]);
  const ids = async () => (await footnote.listDocuments()).map(({ documentId }) => documentId).toSorted();
  const before = await ids();
  mkdirSync(join(folder, 'in'));
  renameSync(join(folder, 'harbour.txt'), join(folder, 'in/quay.txt'));
  renameSync(join(folder, 'kept.txt'), join(folder, 'in/kept.txt'));
  renameSync(join(folder, 'mast.md'), join(folder, 'in/sail.md'));
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(['moved in/kept.txt', 'moved in/quay.txt', 'moved in/sail.md']);
  const report = await footnote.ingest([folder]);
  expect(report.documents).toEqual(plan.documents);
  expect(await titles(footnote)).toEqual(['kept', 'mast', 'quay']);
  expect(await ids()).toEqual(before);
  renameSync(join(folder, 'in/sail.md'), join(folder, 'mast.md'));
  expect((await footnote.ingest([folder])).documents).toMatchObject({ unchanged: 3, updated: 0 });
});

test('a file moved over another of the same size and date is noticed', async () => {
  const { folder, footnote } = start({ 'a.md': page('A'), 'b.md': page('B') });
  const date = new Date('1980-01-01');
  for (const name of ['a.md', 'b.md']) utimesSync(join(folder, name), date, date);
  await footnote.ingest([folder]);
  renameSync(join(folder, 'b.md'), join(folder, 'a.md'));
  await footnote.ingest([folder]);
  expect(await titles(footnote)).toEqual(['B']);
});

test('in folders, archives and messages alike documents that no parser takes are named, and all else is counted', async () => {
  const { home, folder, footnote } = await startInFolder({
    'a.md': page('A'),
    'old.doc': 'x',
    'letter.doc': '{\\rtf1 A letter about the harbour.}',
    'server.key': 'text',
    'b.png': 'x',
    'b.jpg': 'x',
  });
  writeFiles(folder, {
    'c.zip': zipSync({
      'c.md': strToU8(page('C')),
      'in/photo.png': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]),
      'notes.xyz': strToU8('of no known kind'),
      LICENSE: strToU8('You may copy it.'),
      run: strToU8('#!/bin/sh\necho a program'),
      'picture.md': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]),
    }),
  });
  const expected = {
    status: 'partial',
    documents: { added: 4, failed: 2 },
    failures: [
      { path: join(folder, 'c.zip/picture.md'), code: 'file_convertible' },
      {
        path: join(folder, 'old.doc'),
        message: `${join(folder, 'old.doc')} is an old Word document. Convert it to DOCX and ingest that.`,
      },
    ],
    passedOver: { '': 1, '.jpg': 1, '.key': 1, '.png': 2, '.xyz': 1 },
    warnings: [
      '3 files were not read (.jpg, .png): each is a picture. Convert it to text with a program for character recognition (OCR) and ingest that.',
    ],
  };
  expect(await footnote.ingest([folder], { dryRun: true })).toMatchObject(expected);
  expect(readdirSync(home)).toEqual(['docs']);
  expect(await footnote.ingest([folder])).toMatchObject(expected);
  expect(await titles(footnote)).toEqual(['A', 'C', 'LICENSE', 'letter']);
});
