import { join, relative } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { writeFiles } from './corpus.ts';
import { foldersOfOneStore, page, titles } from './synced-folder.ts';

const start = foldersOfOneStore();

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
  const { folder, footnote } = start({ 'letter.eml': message });
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

test('a mailbox without an ending is opened only when it has changed, and of it only what is new is read', async () => {
  const filed = (subject: string) =>
    `From ada@example.org Tue May  5 10:12:31 2026\n${message.replace('The bridge', subject)}Built for the ${subject}.\n\n`;
  const { folder, footnote } = start({ Inbox: filed('river') + filed('valley') });
  expect((await footnote.ingest([folder])).documents).toMatchObject({ added: 2, failed: 0 });
  expect(await opened(footnote, folder)).toEqual([]);
  // Thunderbird keeps a mail folder in one file of any size.
  const large = `From - Tue May  5 11:12:31 2026\n${message}${'It was built of stone. '.repeat(50_000)}\n`;
  writeFiles(folder, { Inbox: filed('river') + filed('valley') + large });
  expect((await footnote.ingest([folder])).documents).toMatchObject({ added: 1, unchanged: 2 });
  expect(await titles(footnote)).toEqual(['The bridge', 'river', 'valley']);
});

test('a message that cannot be read is one failure, and the others of its mailbox are read', async () => {
  const parts = Array.from(
    { length: 300 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
  );
  const nested = `From: ada@example.org\nSubject: Nested\nMIME-Version: 1.0\n${parts.join('')}`;
  const { folder, footnote } = start({ 'a.eml': nested });
  const separator = 'From - Tue May  5 10:12:31 2026\n';
  writeFiles(folder, { 'b.mbox': `${separator}${nested}\n${separator}${message}` });
  const report = await footnote.ingest([folder]);
  expect(report.documents).toMatchObject({ added: 1, failed: 2 });
  expect(report.failures.map(({ path, code }) => [relative(folder, path), code])).toEqual([
    ['a.eml', 'file_damaged'],
    ['b.mbox/2026-05-05 Nested.eml', 'file_damaged'],
  ]);
});

test('ignore files and globs hold for an archive by its own name, not for what is in it', async () => {
  const { folder, footnote } = start({ 'a.md': page('A'), '.footnoteignore': '*.txt\n' });
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
  const members = { 'a.md': strToU8(page('A')), 'b.mdx': strToU8('<') };
  const { folder, footnote } = start({ 'c.md': page('C') });
  writeFiles(folder, { 'z.zip': zipSync(members) });
  const failures = [{ path: join(folder, 'z.zip/b.mdx'), code: 'file_malformed' }];
  for (const given of [folder, relative('', folder), folder]) {
    const report = await footnote.ingest([given]);
    const path = join(given, 'z.zip/b.mdx');
    expect(report).toMatchObject({ status: 'partial', failures: [{ path, code: 'file_malformed' }] });
  }
  expect(await footnote.ingest([], { retryFailed: true })).toMatchObject({ failures });
  writeFiles(folder, { 'z.zip': zipSync({ ...members, 'b.mdx': strToU8(page('B')) }) });
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
