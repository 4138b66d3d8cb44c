import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { FootnoteError } from '../errors.ts';
import { openedRecords } from '../records/opened-records.test-support.ts';
import { publishDocument } from '../records/publish-document.test-support.ts';
import { knownFailure, noteFailure } from './prepare.ts';

const source = { source: '/docs/scan.pdf', path: 'docs/scan.pdf', bytes: 1, modifiedMs: 1 };
const content = { source, contentHash: 'a', parser: 'pdf@1', metadataHash: '' };
const damaged = new FootnoteError('file_damaged', { path: 'docs/scan.pdf', problem: 'it ends too early' });

async function startJob() {
  const { records, file } = await openedRecords();
  const job = await records.jobs.start({ collection: 'default', kind: 'ingest', paths: ['docs'] });
  const { documents } = records;
  const context = { collection: 'default', documents, jobId: job.id, parsersRunAs: '1', selection: {} };
  return { records, file, job, context };
}

function forgetJob(file: string, id: string): void {
  using database = new DatabaseSync(file);
  database.prepare('delete from jobs where id = ?').run(id);
}

test('a failure is known of the same content of a source under the same parser and limits', async () => {
  const { context } = await startJob();
  expect(await knownFailure(content, context)).toBeUndefined();
  await noteFailure(content, damaged, context);
  expect(await knownFailure(content, context)).toEqual(damaged);
  const elsewhere = { ...content, source: { ...source, path: '/docs/scan.pdf' } };
  expect((await knownFailure(elsewhere, context))?.message).toMatch(/^\/docs\/scan\.pdf is damaged: it ends/);
  for (const other of [
    { ...content, contentHash: 'b' },
    { ...content, parser: 'pdf@2' },
    { ...content, source: { ...source, source: '/docs/other.pdf' } },
  ])
    expect(await knownFailure(other, context)).toBeUndefined();
  for (const other of [{ parsersRunAs: '2' }, { collection: 'other' }, { selection: { only: ['docs'] } }])
    expect(await knownFailure(content, { ...context, ...other })).toBeUndefined();
});

test.each([
  new FootnoteError('aborted', {}),
  new TypeError('a defect'),
  new FootnoteError('parser_stopped', { path: 'a', problem: 'crashed', remedy: 'None', mayPass: true }),
])('%s is nothing to remember of a file', async (error) => {
  const { context } = await startJob();
  await noteFailure(content, error, context);
  expect(await knownFailure(content, context)).toBeUndefined();
});

test('what failed is forgotten with the last job that came upon it, and with its document', async () => {
  const { context, job, records, file } = await startJob();
  await noteFailure(content, damaged, context);
  const later = await records.jobs.start({ collection: 'default', kind: 'ingest', paths: ['docs'] });
  await noteFailure(content, damaged, { ...context, jobId: later.id });
  forgetJob(file, job.id);
  expect(await knownFailure(content, context)).toEqual(damaged);
  forgetJob(file, later.id);
  expect(await knownFailure(content, context)).toBeUndefined();

  const documentId = await publishDocument(records, 'scan.pdf');
  const changed = { ...content, source: { ...source, source: '/scan.pdf' } };
  const [latest] = await records.jobs.list('default');
  await noteFailure(changed, damaged, { ...context, jobId: latest?.id ?? '' });
  await records.documents.retire(documentId);
  expect(await knownFailure(changed, context)).toBeUndefined();
});
