import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Calibration } from '../contracts/index-manifest.ts';
import type { Records } from '../contracts/records.ts';
import { draft, publish, stamp } from './drafts.test-support.ts';
import { type OpenedRecords, openedRecords, recordKinds } from './opened-records.test-support.ts';
import { sqliteRecords } from './sqlite-records.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let folder: string;
  let file: string;
  let records: Records;
  let reopen: OpenedRecords['reopen'];

  beforeEach(async () => {
    ({ folder, file, records, reopen } = await openedRecords(on));
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

  test('the languages of a collection are those of its documents, the most common first, and follow them', async () => {
    expect(await records.collectionFacts('default')).toBeUndefined();
    await publish(records, 'default', draft('/a.md', '1'), { ...draft('/b.md', '2'), language: 'de' });
    await publish(records, 'other', draft('/a.md', '1'));
    await publish(records, 'default', { ...draft('/c.md', '3'), language: 'de' });
    expect((await records.collectionFacts('default'))?.languages).toEqual(['de', 'en']);
    expect((await records.collectionFacts('other'))?.languages).toEqual(['en']);
    await publish(records, 'default', draft('/d.md', '4'), draft('/e.md', '5'));
    expect((await records.collectionFacts('default'))?.languages).toEqual(['en', 'de']);
  });

  test('another process is noticed: nothing is remembered past its commit', async () => {
    const { versions } = await publish(records, 'default', draft('/a.md', 'one'));
    const { documentId } = versions[0] as { documentId: string };
    const { liveDocuments } = records;
    const collectionFacts = (collection: string) => records.collectionFacts(collection);
    expect(await liveDocuments.versions([documentId, 'none'])).toEqual(new Map([[documentId, 1]]));
    expect(await liveDocuments.paths([documentId])).toEqual(new Map([[documentId, 'a.md']]));
    expect(await collectionFacts('default')).toMatchObject({ languages: ['en'], unembeddedChunks: 2 });
    const other = await reopen();
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

  // A file's own lock; two connections of a server are in several-processes.test.ts.
  test.runIf(on === 'sqlite')(
    'what another connection has not committed is neither seen nor remembered',
    async () => {
      const { versions } = await publish(records, 'default', draft('/a.md', 'one'));
      const { documentId } = versions[0] as { documentId: string };
      const other = new DatabaseSync(file);
      other.exec('begin immediate; update documents set live_version = 7');
      expect(await records.liveDocuments.versions([documentId])).toEqual(new Map([[documentId, 1]]));
      other.exec('rollback; begin immediate; update documents set live_version = 8; commit');
      expect(await records.liveDocuments.versions([documentId])).toEqual(new Map([[documentId, 8]]));
      other.close();
    },
  );

  test.runIf(on === 'sqlite').each([
    ['unused', async () => undefined],
    ['asked', (opened: Records) => opened.collectionFacts('default')],
  ])('closed %s, records leave one file that is whole', async (_, use) => {
    const alone = join(folder, 'alone');
    mkdirSync(alone);
    const opened = await sqliteRecords(join(alone, 'footnote.db'));
    await use(opened);
    await opened.close();
    expect(readdirSync(alone)).toEqual(['footnote.db']);
  });
});
