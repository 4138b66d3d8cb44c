import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentFileName, documentsHash, writeDocumentFiles } from './beir.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'beir-files-'));
});
afterEach(() => rm(parent, { recursive: true }));

test.each([
  ['Dams', 'Built in 1931.', '# Dams\n\nBuilt in 1931.'],
  ['Dams', 'Dams \n\nBuilt in 1931.', '# Dams \n\nBuilt in 1931.'],
  ['Dams', 'Dams', '# Dams'],
  // A sentence is no heading because it begins with the title.
  ['Dams', 'Dams hold water back.', '# Dams\n\nDams hold water back.'],
  ['', 'Dams hold water back.', 'Dams hold water back.'],
  // As many abstracts have it that were never written.
  ['Dams', '', 'Dams'],
])('a document of title %j and text %j is the file %j', async (title, text, written) => {
  const folder = join(parent, 'files');
  await writeDocumentFiles([{ id: 'd/1', title, text }], folder);
  expect(await readFile(join(folder, documentFileName('d/1')), 'utf8')).toBe(written);
});

test('a document without text and title is no file, and the hash stands for all others', async () => {
  const dams = { id: 'd1', title: 'Dams', text: 'Built in 1931.' };
  const folder = join(parent, 'files');
  await writeDocumentFiles([dams, { id: 'd2', title: '', text: ' ' }], folder);
  expect(await readdir(folder)).toEqual(['d1.md']);
  expect(documentsHash([dams])).toBe(documentsHash([{ ...dams }]));
  expect(documentsHash([dams])).not.toBe(documentsHash([{ ...dams, text: 'Built in 1932.' }]));
  expect(documentsHash([dams])).not.toBe(documentsHash([{ ...dams, id: 'd2' }]));
});
