import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { Calibration } from '../contracts/calibration.ts';
import type { DocumentDraft } from '../contracts/document-records.ts';
import { requireSameStamp } from './indexes/index-stamp.ts';
import { openedRecords } from './opened-records.test-support.ts';
import { openRecords, type Records } from './records.ts';

let folder: string;
let file: string;
let records: Records;

beforeEach(async () => {
  ({ folder, file, records } = await openedRecords());
});

const draft = (source: string, text: string): DocumentDraft => ({
  source,
  path: source.slice(1),
  title: `Title of ${source}`,
  language: 'en',
  contentHash: `hash of ${text}`,
  bytes: text.length,
  modifiedMs: 1234.5,
  parser: 'text@1',
  text,
  blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
  metadata: { author: 'Ada', tags: ['a', 'b'] },
  ownMetadata: { author: 'Ada' },
  metadataHash: 'm1',
});

const calibration: Calibration = {
  minCosine: 0.4,
  minCoverage: 0.5,
  answerableQuestions: 10,
  answerableRefused: 0.1,
  offTopicQuestions: 10,
  offTopicRefused: 0.9,
  calibratedAt: '2026-01-01T00:00:00.000Z',
};

const stamp = { embedder: 'model-a', chunker: 'structure', analyser: 'lexical', dimension: 3, fields: {} };

async function begin(collection: string, ...drafts: DocumentDraft[]) {
  const job = await records.jobs.start({ collection, kind: 'ingest', paths: [] });
  const index = await records.indexes.findOrCreate(collection, stamp);
  const versions = await records.documents.begin(collection, index.id, job.id, drafts);
  return { job, index, versions };
}

async function publish(collection: string, ...drafts: DocumentDraft[]) {
  const { job, index, versions } = await begin(collection, ...drafts);
  const replaced = await records.documents.publish(
    index.id,
    job.id,
    versions.map((version) => ({ ...version, chunks: 2, tokens: 20 })),
  );
  await job.finish({ state: 'done' });
  return { versions, replaced };
}

test('a pending version is invisible until it is published', async () => {
  const { job, index, versions } = await begin('default', draft('/a.md', 'one'));
  const documentId = versions[0]?.documentId as string;
  expect(await records.library.list('default')).toEqual([]);
  expect(await records.documents.known('default', ['/a.md'])).toEqual(new Map());
  await records.documents.publish(index.id, job.id, [{ documentId, version: 1, chunks: 3, tokens: 30 }]);
  expect(await records.library.list('default')).toEqual([
    {
      documentId,
      path: 'a.md',
      paths: ['a.md'],
      title: 'Title of /a.md',
      language: 'en',
      contentHash: 'hash of one',
      bytes: 3,
      chunks: 3,
      tokens: 30,
      embeddedChunks: 0,
      version: 1,
      ingestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      jobId: expect.stringMatching(/^[0-9a-f]{12}$/),
      metadata: { author: 'Ada', tags: ['a', 'b'] },
    },
  ]);
  await job.finish({ state: 'done' });
});

test('publishing again keeps the id, raises the version and names what was replaced', async () => {
  const first = await publish('default', draft('/a.md', 'one'), draft('/b.md', 'two'));
  const second = await publish('default', draft('/a.md', 'three'));
  const documentId = first.versions[0]?.documentId as string;
  expect(second.versions).toEqual([{ documentId, version: 2 }]);
  expect(second.replaced).toEqual([{ documentId, version: 1, indexId: 'default-1' }]);
  expect((await records.library.text(documentId, 2))?.text).toBe('three');
  expect(await records.documents.leftovers('default')).toEqual(second.replaced);
  await records.documents.forget(second.replaced);
  expect(await records.documents.leftovers('default')).toEqual([]);
  expect(await records.library.text(documentId, 1)).toBeUndefined();
});

test('retiring takes a document away at once; forgetting its versions removes it', async () => {
  const { versions } = await publish('default', draft('/a.md', 'one'));
  const { documentId } = versions[0] as { documentId: string };
  const left = await records.documents.retire(documentId);
  expect(left).toEqual([{ documentId, version: 1, indexId: 'default-1' }]);
  expect(await records.library.find('default', 'a.md')).toBeUndefined();
  expect(await records.liveDocuments.versions([documentId])).toEqual(new Map());
  expect(await records.liveDocuments.paths([documentId])).toEqual(new Map());
  await records.documents.forget(left);
  const rows = new DatabaseSync(file).prepare('select count(*) as rows from documents').get();
  expect(rows).toEqual({ rows: 0 });
});

test('what a running job has begun is no leftover; what a killed process has begun is', async () => {
  const { job } = await begin('default', draft('/a.md', 'one'));
  expect(await records.documents.leftovers('default')).toEqual([]);

  const script = `
    import { openRecords } from ${JSON.stringify(join(import.meta.dirname, 'records.ts'))};
    const records = await openRecords(${JSON.stringify(file)});
    const job = await records.jobs.start({ collection: 'default', kind: 'ingest', paths: [] });
    await records.documents.begin('default', 'default-1', job.id, [${JSON.stringify(draft('/b.md', 'two'))}]);
    process.kill(process.pid, 'SIGKILL');`;
  const killed = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(killed.signal).toBe('SIGKILL');
  expect(await records.documents.leftovers('default')).toEqual([
    { documentId: expect.any(String), version: 1, indexId: 'default-1' },
  ]);
  expect((await records.jobs.list('default')).map(({ state }) => state)).toEqual(['interrupted', 'running']);

  await job.finish({ state: 'cancelled', cancelledBy: 'request' });
  expect(await records.documents.leftovers('default')).toHaveLength(2);
});

test('files of equal content are one document; it goes with its last source', async () => {
  const { versions } = await publish('default', draft('/a.md', 'one'));
  const documentId = versions[0]?.documentId as string;
  const copy = { source: '/b.md', path: 'b.md', bytes: 3, modifiedMs: 9 };
  expect(await records.documents.moveSources('default', [{ documentId, source: copy }], [])).toEqual([]);
  expect(await records.documents.findByContent('default', 'hash of one')).toEqual([
    {
      documentId,
      parser: 'text@1',
      metadataHash: 'm1',
      title: 'Title of /a.md',
      madeFrom: 'a.md',
      sources: ['/a.md', '/b.md'],
    },
  ]);
  expect(await records.library.list('default')).toMatchObject([{ path: 'a.md', paths: ['a.md', 'b.md'] }]);
  expect(await records.documents.moveSources('default', [], ['/a.md'])).toEqual([]);
  expect(await records.library.list('default')).toMatchObject([
    { documentId, path: 'b.md', paths: ['b.md'] },
  ]);
  const removable = await records.documents.moveSources('default', [], ['/b.md']);
  expect(removable).toEqual([{ documentId, version: 1, indexId: 'default-1' }]);
  expect(await records.library.list('default')).toEqual([]);
});

test('what a parser made of a content is found while a live document of the collection has it', async () => {
  const content = { contentHash: 'hash of one', parser: 'text@1' };
  await begin('default', draft('/a.md', 'one'));
  expect(await records.documents.parsed('default', content)).toBeUndefined();
  await publish('default', draft('/b.md', 'one'));
  expect(await records.documents.parsed('default', content)).toEqual({
    madeFrom: 'b.md',
    title: 'Title of /b.md',
    language: 'en',
    text: 'one',
    blocks: [{ kind: 'paragraph', start: 0, end: 3 }],
    metadata: { author: 'Ada' },
    warnings: [],
  });
  expect(await records.documents.parsed('default', { ...content, parser: 'text@2' })).toBeUndefined();
  expect(await records.documents.parsed('other', content)).toBeUndefined();
  await records.documents.moveSources('default', [], ['/b.md']);
  expect(await records.documents.parsed('default', content)).toBeUndefined();
});

test('one of several sources changes: it becomes a document of its own, the other keeps the old one', async () => {
  const { versions } = await publish('default', draft('/a.md', 'one'));
  const documentId = versions[0]?.documentId as string;
  await records.documents.moveSources('default', [{ documentId, source: draft('/b.md', 'one') }], []);
  const changed = await publish('default', draft('/b.md', 'two'));
  expect(changed.versions[0]?.documentId).not.toBe(documentId);
  expect(changed.replaced).toEqual([]);
  expect((await records.library.list('default')).map(({ paths }) => paths)).toEqual([['a.md'], ['b.md']]);
});

test('a source that takes over the content of another document leaves nothing of its old one', async () => {
  const first = await publish('default', draft('/a.md', 'one'), draft('/b.md', 'two'));
  const [one, two] = first.versions.map((version) => version.documentId) as [string, string];
  const removable = await records.documents.moveSources(
    'default',
    [{ documentId: one, source: draft('/b.md', 'one') }],
    [],
  );
  expect(removable).toEqual([{ documentId: two, version: 1, indexId: 'default-1' }]);
  expect((await records.library.list('default')).map(({ paths }) => paths)).toEqual([['a.md', 'b.md']]);
});

test('a path that files of two working directories have names neither', async () => {
  const { versions } = await publish(
    'default',
    { ...draft('/p/a.md', 'one'), path: 'a.md' },
    { ...draft('/q/a.md', 'two'), path: 'a.md' },
  );
  const ids = versions.map(({ documentId }) => documentId);
  await expect(records.library.find('default', 'a.md')).rejects.toMatchObject({
    code: 'request_invalid',
    message: expect.stringContaining(
      `2 documents have the path a.md. Name one by its absolute path or its id: ${ids.join(', ')}`,
    ),
  });
  for (const name of ['/q/a.md', ids[1] as string])
    expect(await records.library.find('default', name)).toMatchObject({ documentId: ids[1] });
});

test('a path is found however its letters and accents are put together, as given where both are there', async () => {
  const [apart, composed] = ['/p/na\u0308he.md', '/p/n\u00e4he.md'];
  const { versions } = await publish('default', draft(apart, 'one'), draft('/p/\u00fc.md', 'two'));
  const [first, second] = versions.map(({ documentId }) => ({ documentId }));
  for (const name of [composed, composed.slice(1), apart])
    expect(await records.library.find('default', name)).toMatchObject(first as object);
  expect(await records.library.find('default', 'p/u\u0308.md')).toMatchObject(second as object);
  const { versions: more } = await publish('default', draft(composed, 'three'));
  expect(await records.library.find('default', composed)).toMatchObject({ documentId: more[0]?.documentId });
  expect(await records.library.find('default', apart)).toMatchObject(first as object);
});

test('documents that exchange their sources in one step both stay', async () => {
  const { versions } = await publish('default', draft('/a.md', 'one'), draft('/b.md', 'two'));
  const [one, two] = versions.map(({ documentId }) => documentId) as [string, string];
  const exchange = [
    { documentId: one, source: draft('/b.md', 'one') },
    { documentId: two, source: draft('/a.md', 'two') },
  ];
  expect(await records.documents.moveSources('default', exchange, [])).toEqual([]);
  const known = await records.documents.known('default', ['/a.md', '/b.md']);
  expect([known.get('/a.md')?.documentId, known.get('/b.md')?.documentId]).toEqual([two, one]);
});

test('versions without vectors are claimed by one job, and adopted when it is gone', async () => {
  const { job, index, versions } = await begin('default', draft('/a.md', 'one'));
  const version = versions[0] as { documentId: string; version: number };
  await records.documents.publish(index.id, job.id, [{ ...version, chunks: 5, tokens: 50 }]);
  const unembedded = [{ path: 'a.md', ...version, chunks: 5, tokens: 50, embeddedChunks: 0 }];
  expect(await records.documents.unembeddedChunks(index.id)).toBe(5);
  expect(await records.documents.unembeddedChunks('none')).toBe(0);
  expect(await records.documents.claimUnembedded(index.id, job.id, 10)).toEqual(unembedded);
  const other = await records.jobs.start({ collection: 'default', kind: 'ingest', paths: [] });
  expect(await records.documents.claimUnembedded(index.id, other.id, 10)).toEqual([]);
  await records.documents.embedded(index.id, [{ ...version, embeddedChunks: 3 }]);
  expect((await records.collectionFacts('default'))?.unembeddedChunks).toBe(2);
  expect(await records.documents.unembeddedChunks(index.id)).toBe(2);
  await job.finish({ state: 'cancelled', cancelledBy: 'request' });
  expect(await records.documents.claimUnembedded(index.id, other.id, 10)).toEqual([
    { path: 'a.md', ...version, chunks: 5, tokens: 50, embeddedChunks: 3 },
  ]);
  await records.documents.embedded(index.id, [{ ...version, embeddedChunks: 5 }]);
  expect(await records.documents.claimUnembedded(index.id, other.id, 10)).toEqual([]);
  await other.finish({ state: 'done' });
});

test('a job is listed with its report, and can be told to stop by another connection', async () => {
  const job = await records.jobs.start({ collection: 'default', kind: 'ingest', paths: ['docs'] });
  const other = await openRecords(file);
  expect(await other.jobs.list('default')).toMatchObject([{ id: job.id, state: 'running', paths: ['docs'] }]);
  expect(await other.jobs.cancel(job.id)).toBe(true);
  await other.close();
  await new Promise((resolve) => job.cancelled.addEventListener('abort', resolve, { once: true }));
  expect(job.cancelled.reason).toMatchObject({ code: 'aborted', details: { by: 'request' } });
  await job.finish({ state: 'cancelled', cancelledBy: 'request' });
  expect(await records.jobs.list('default')).toMatchObject([
    { state: 'cancelled', cancelledBy: 'request', error: null, finishedAt: expect.any(String) },
  ]);
  expect(await records.jobs.cancel(job.id)).toBe(false);
});

test('collections do not see each other', async () => {
  await publish('one', draft('/a.md', 'one'));
  await publish('two', draft('/a.md', 'two'));
  expect(await records.library.list('one')).toHaveLength(1);
  const found = await records.library.find('one', 'a.md');
  expect(found?.contentHash).toBe('hash of one');
  expect(await records.library.find('two', found?.documentId ?? '')).toBeUndefined();
});

test('the languages of a collection are those of its documents, the most common first, and follow them', async () => {
  expect(await records.collectionFacts('default')).toBeUndefined();
  await publish('default', draft('/a.md', '1'), { ...draft('/b.md', '2'), language: 'de' });
  await publish('other', draft('/a.md', '1'));
  await publish('default', { ...draft('/c.md', '3'), language: 'de' });
  expect((await records.collectionFacts('default'))?.languages).toEqual(['de', 'en']);
  expect((await records.collectionFacts('other'))?.languages).toEqual(['en']);
  await publish('default', draft('/d.md', '4'), draft('/e.md', '5'));
  expect((await records.collectionFacts('default'))?.languages).toEqual(['en', 'de']);
});

test('sources below a folder are found by whole path segments', async () => {
  await publish(
    'default',
    draft('/docs/a.md', '1'),
    draft('/docs/x/b.md', '2'),
    draft('/docs-old/c.md', '3'),
  );
  const below = await records.documents.sourcesBelow('default', '/docs');
  expect(below.toSorted()).toEqual(['/docs/a.md', '/docs/x/b.md']);
});

test('another process is noticed: nothing is remembered past its commit', async () => {
  const { versions } = await publish('default', draft('/a.md', 'one'));
  const { documentId } = versions[0] as { documentId: string };
  const { liveDocuments, collectionFacts } = records;
  expect(await liveDocuments.versions([documentId, 'none'])).toEqual(new Map([[documentId, 1]]));
  expect(await liveDocuments.paths([documentId])).toEqual(new Map([[documentId, 'a.md']]));
  expect(await collectionFacts('default')).toMatchObject({ languages: ['en'], unembeddedChunks: 2 });
  const other = await openRecords(file);
  const job = await other.jobs.start({ collection: 'default', kind: 'ingest', paths: [] });
  const changed = { ...draft('/a.md', 'two'), language: 'de' };
  await other.documents.begin('default', 'default-1', job.id, [changed]);
  await other.documents.publish('default-1', job.id, [{ documentId, version: 2, chunks: 1, tokens: 1 }]);
  await job.finish({ state: 'done' });
  expect(await liveDocuments.versions([documentId])).toEqual(new Map([[documentId, 2]]));
  expect(await collectionFacts('default')).toMatchObject({ languages: ['de'], unembeddedChunks: 1 });
  await other.documents.embedded('default-1', [{ documentId, version: 2, embeddedChunks: 1 }]);
  expect(await collectionFacts('default')).toMatchObject({ unembeddedChunks: 0, calibration: undefined });
  await other.saveCalibration('default', calibration);
  expect(await collectionFacts('default')).toMatchObject({ calibration });
  const source = { source: '/0.md', path: '0.md', bytes: 1, modifiedMs: 1 };
  await other.documents.moveSources('default', [{ documentId, source }], []);
  expect(await liveDocuments.paths([documentId])).toEqual(new Map([[documentId, '0.md']]));
  await other.documents.retire(documentId);
  expect(await liveDocuments.versions([documentId])).toEqual(new Map());
  expect(await collectionFacts('default')).toMatchObject({ languages: [] });
  const { building } = await other.indexes.findOrCreateBuilding('default', { ...stamp, chunker: 'fixed' });
  await other.reindexing.swap('default', building.id);
  expect(await collectionFacts('default')).toMatchObject({ index: building, calibration: undefined });
  await other.close();
});

test('what another connection has not committed is neither seen nor remembered', async () => {
  const { versions } = await publish('default', draft('/a.md', 'one'));
  const { documentId } = versions[0] as { documentId: string };
  const other = new DatabaseSync(file);
  other.exec('begin immediate; update documents set live_version = 7');
  expect(await records.liveDocuments.versions([documentId])).toEqual(new Map([[documentId, 1]]));
  other.exec('rollback; begin immediate; update documents set live_version = 8; commit');
  expect(await records.liveDocuments.versions([documentId])).toEqual(new Map([[documentId, 8]]));
  other.close();
});

test.each([
  ['unused', async () => undefined],
  ['asked', (opened: Records) => opened.collectionFacts('default')],
])('closed %s, records leave one file that is whole', async (_, use) => {
  const alone = join(folder, 'alone');
  mkdirSync(alone);
  const opened = await openRecords(join(alone, 'footnote.db'));
  await use(opened);
  await opened.close();
  expect(readdirSync(alone)).toEqual(['footnote.db']);
});

test('an index keeps the stamp it was made with, and a different one is refused by name', async () => {
  const made = await records.indexes.findOrCreate('default', stamp);
  const again = await records.indexes.findOrCreate('default', { ...stamp, embedder: 'model-b' });
  expect(again).toEqual(made);
  expect(await records.listCollections()).toEqual(['default']);
  const other = { ...stamp, embedder: 'model-b', chunker: 'fixed' };
  expect(() => requireSameStamp('default', made, other, ['chunker', 'embedder'])).toThrow(
    /"default" was built with the chunker structure and the embedding model model-a; .* the chunker fixed and the embedding model model-b/,
  );
  expect(() => requireSameStamp('default', made, other, ['analyser'])).not.toThrow();
});

test('a backup is a store of its own and never overwrites', async () => {
  await publish('default', draft('/a.md', 'one'));
  const target = join(folder, 'copies', 'backup.db');
  const { bytes } = await records.backup(target);
  expect(bytes).toBeGreaterThan(0);
  const copy = await openRecords(target);
  expect(await copy.library.list('default')).toEqual(await records.library.list('default'));
  await copy.close();
  await expect(records.backup(target)).rejects.toMatchObject({ code: 'request_invalid' });
  expect(readdirSync(dirname(target))).toEqual(['backup.db']);
  await expect(records.backup(join(target, 'below', 'a-file.db'))).rejects.toMatchObject({
    code: 'path_unwritable',
    message: expect.stringMatching(/a-file\.db cannot be written \(.*where this user may write/),
  });
});
