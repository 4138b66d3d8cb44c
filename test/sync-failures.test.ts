import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { installedReader } from '../src/formats/ocr/installed-reader.ts';
import { writeFiles } from './corpus.ts';
import { foldersOfOneStore, page, startInFolder, titles } from './synced-folder.ts';

const start = foldersOfOneStore();

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
    expect.stringMatching('b.md contains no text'),
    expect.stringMatching('c.txt contains no text'),
    expect.stringMatching('f.html contains no text'),
    expect.stringMatching('z.zip/d.md contains no text'),
  ]);
  expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
  expect((await footnote.ingest([join(folder, 'b.md')])).status).toBe('failed');
  writeFiles(folder, { 'a.md': '' });
  const [emptied] = (await footnote.ingest([folder])).failures;
  expect(emptied).toMatchObject({ code: 'file_empty' });
  expect(emptied?.message).toMatch(/Its previous version can still be found\.$/);
  expect(await titles(footnote)).toEqual(['A', 'E']);
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
      '3 files were not read (.jpg, .png): each is a picture. Convert it to text with character recognition (OCR) and ingest that.',
    ],
  };
  expect(await footnote.ingest([folder], { dryRun: true })).toMatchObject(expected);
  expect(readdirSync(home)).toEqual(['docs']);
  expect(await footnote.ingest([folder])).toMatchObject(expected);
  expect(await titles(footnote)).toEqual(['A', 'C', 'LICENSE', 'letter']);
});

test.skipIf(installedReader() === undefined)(
  'a picture that was read and shows no text is none to convert',
  async () => {
    const { folder, footnote } = start({ 'a.md': page('A') });
    const dot =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
    writeFiles(folder, { 'dot.png': Buffer.from(dot, 'base64') });
    const report = await footnote.ingest([folder]);
    expect(report).toMatchObject({ status: 'complete', passedOver: { '.png': 1 }, warnings: [] });
  },
);
