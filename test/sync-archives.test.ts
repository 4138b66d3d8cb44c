import { join, relative } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { writeFiles } from './corpus.ts';
import { page, startInFolder, titles } from './synced-folder.ts';

const message = `From: Ada <ada@example.org>
Subject: The bridge
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

The bridge was built of stone.
`;

/** The files that an ingest opens. */
async function opened(footnote: Footnote, folder: string): Promise<readonly string[]> {
  const paths = new Set<string>();
  await footnote.ingest([folder], { onProgress: ({ path }) => void (path && paths.add(path)) });
  return [...paths].map((path) => path.slice(folder.length + 1));
}

test('archives and messages are opened only when they have changed, and counted alike either way', async () => {
  const { folder, footnote } = await startInFolder({ 'letter.eml': message });
  const members = { 'b.md': strToU8(page('B')), 'in/c.md': strToU8(page('C')) };
  writeFiles(folder, { 'z.zip': zipSync(members) });
  expect((await footnote.ingest([folder])).documents).toMatchObject({ added: 3 });
  expect(await opened(footnote, folder)).toEqual([]);
  expect((await footnote.ingest([folder])).documents).toMatchObject({ unchanged: 3 });
  writeFiles(folder, { 'z.zip': zipSync({ ...members, 'in/c.md': strToU8(page('C again')) }) });
  expect((await footnote.ingest([folder], { dryRun: true })).documents).toMatchObject({
    unchanged: 2,
    updated: 1,
  });
  expect(await opened(footnote, folder)).toEqual(['z.zip']);
  expect(await titles(footnote)).toEqual(['B', 'C again', 'The bridge']);
});

test('ignore files and globs hold for an archive by its own name, not for what is in it', async () => {
  const { folder, footnote } = await startInFolder({ 'a.md': page('A'), '.footnoteignore': '*.txt\n' });
  writeFiles(folder, { 'z.zip': zipSync({ 'b.txt': strToU8('# B\n'), 'c.md': strToU8(page('C')) }) });
  for (let time = 0; time < 2; time++) {
    expect((await footnote.ingest([folder])).documents).toMatchObject({ removed: 0, failed: 0 });
    expect(await titles(footnote)).toEqual(['A', 'C', 'b']);
  }
  await footnote.ingest([folder], { exclude: ['*.md'] });
  expect(await titles(footnote)).toEqual(['A', 'C', 'b']);
  writeFiles(folder, { '.footnoteignore': '*.zip\n' });
  await footnote.ingest([folder], { allowMassRemoval: true });
  expect(await titles(footnote)).toEqual(['A']);
});

test('a member that failed is told of again each time, and tried again alone', async () => {
  const members = { 'a.md': strToU8(page('A')), 'b.md': strToU8(' ') };
  const { folder, footnote } = await startInFolder({ 'c.md': page('C') });
  writeFiles(folder, { 'z.zip': zipSync(members) });
  const failures = [{ path: join(folder, 'z.zip/b.md'), code: 'file_empty' }];
  for (const given of [folder, relative('', folder), folder]) {
    const report = await footnote.ingest([given]);
    const path = join(given, 'z.zip/b.md');
    expect(report).toMatchObject({ status: 'partial', failures: [{ path, code: 'file_empty' }] });
  }
  expect(await footnote.ingest([], { retryFailed: true })).toMatchObject({ failures });
  writeFiles(folder, { 'z.zip': zipSync({ ...members, 'b.md': strToU8(page('B')) }) });
  expect((await footnote.ingest([], { retryFailed: true })).documents).toMatchObject({
    added: 1,
    failed: 0,
  });
  expect(await titles(footnote)).toEqual(['A', 'B', 'C']);
  writeFiles(folder, { 'z.zip': zipSync(members) });
  await footnote.ingest([folder]);
  writeFiles(folder, { 'z.zip': zipSync({ 'a.md': members['a.md'] }) });
  await footnote.ingest([folder]);
  expect(await opened(footnote, folder)).toEqual([]);
});
