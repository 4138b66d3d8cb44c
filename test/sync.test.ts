import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { writeFiles } from './corpus.ts';
import { changesOf, foldersOfOneStore, page, startInFolder, titles } from './synced-folder.ts';

const start = foldersOfOneStore();

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
    expect(report.kept).toBe(2);
    for (const { documents, warnings } of [plan, report]) {
      expect(documents).toMatchObject({ unchanged: 3, removed: 0 });
      expect(warnings).toEqual([
        expect.stringContaining(`files of ${join(folder, 'in')} are gone or ignored (2 in total)`),
      ]);
    }
    expect(await titles(footnote)).toEqual(['A', 'B', 'C', 'D', 'E']);
    rmSync(join(folder, 'in'), { recursive: true });
    expect((await footnote.ingest([folder])).documents).toMatchObject({ removed: 2 });
  });
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
