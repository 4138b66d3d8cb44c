import { expect, test } from 'vitest';
import type { Job } from '../contracts/job.ts';
import { reingestCommand } from './reingest-command.ts';

const job = (paths: readonly string[], kind: Job['kind'] = 'ingest'): Job => ({
  id: 'j',
  collection: 'default',
  kind,
  state: 'done',
  paths,
  startedAt: '2026-05-01T10:00:00.000Z',
  finishedAt: '2026-05-01T10:00:01.000Z',
  progress: null,
  report: null,
  error: null,
  cancelledBy: null,
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
  const jobs = [job([], 'reindex'), ...given.map((one) => job(one))];
  expect(reingestCommand(documents, jobs)).toBe(`footnote ingest ${expected}`);
});
