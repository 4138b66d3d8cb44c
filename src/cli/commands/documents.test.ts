import { expect, test } from 'vitest';
import type { DocumentSummary } from '../../contracts/document.ts';
import { formatDocument, formatDocuments } from './documents.ts';

const document: DocumentSummary = {
  documentId: 'd',
  path: 'a/folder/with/a/long/name/handbook-of-everything.md',
  paths: ['a/folder/with/a/long/name/handbook-of-everything.md'],
  title: 'A handbook of everything that there is to know',
  language: 'en',
  contentHash: '0'.repeat(64),
  bytes: 1234,
  chunks: 12,
  tokens: 3456,
  embeddedChunks: 12,
  version: 1,
  ingestedAt: '2026-05-01T10:00:00.000Z',
  jobId: 'j',
  metadata: {},
};
const plain = (_: unknown, text: string) => text;

test.each([40, 60, 77, 78, 80, 120, 200])('a list of documents fits %i columns', (columns) => {
  const lines = formatDocuments([document], columns, plain).split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  expect(lines[0]?.includes('SIZE')).toBe(columns >= 60);
  expect(lines[0]?.includes('READ')).toBe(columns >= 77);
});

test('in a pipe nothing is cut', () => {
  const line = formatDocuments([document], Infinity, plain).split('\n')[1];
  expect(line).toBe(`${document.path}        12  1.2 KiB  2026-05-01 10:00  ${document.title}`);
});

test('a copy stands in its place by path, and says of what', () => {
  const paths = ['b.md', 'a/copy.md', 'c.md'];
  const list = formatDocuments([{ ...document, path: 'b.md', paths }], Infinity, plain).split('\n');
  expect(list.slice(1).map((line) => line.split(/ {2,}/))).toEqual([
    ['a/copy.md', 'same as b.md'],
    ['b.md', '12', '1.2 KiB', '2026-05-01 10:00', document.title],
    ['c.md', 'same as b.md'],
  ]);
});

test('of one document its copies are named, and the metadata that filters know it by', () => {
  const paths = [document.path, 'copy.md'];
  const metadata = { team: 'roads', tags: ['a', 'b'], year: 2024 };
  const lines = formatDocument({ ...document, paths, metadata }, [], 80, plain).split('\n');
  expect(lines).toContain('also at   copy.md');
  expect(lines).toContain('metadata  team: roads; tags: a, b; year: 2024');
});
