import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { begin, draft, publish } from '../drafts.test-support.ts';
import { type OpenedRecords, openedRecords, recordKinds } from '../opened-records.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let file: string;
  let query: OpenedRecords['query'];
  let reopen: OpenedRecords['reopen'];
  let records: Records;

  beforeEach(async () => {
    ({ file, query, records, reopen } = await openedRecords(on));
  });

  test('a pending version is invisible until it is published', async () => {
    const { job, index, versions } = await begin(records, 'default', draft('/a.md', 'one'));
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
    const first = await publish(records, 'default', draft('/a.md', 'one'), draft('/b.md', 'two'));
    const second = await publish(records, 'default', draft('/a.md', 'three'));
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
    const { versions } = await publish(records, 'default', draft('/a.md', 'one'));
    const { documentId } = versions[0] as { documentId: string };
    const left = await records.documents.retire(documentId);
    expect(left).toEqual([{ documentId, version: 1, indexId: 'default-1' }]);
    expect(await records.library.find('default', 'a.md')).toBeUndefined();
    expect(await records.liveDocuments.versions([documentId])).toEqual(new Map());
    expect(await records.liveDocuments.paths([documentId])).toEqual(new Map());
    await records.documents.forget(left);
    expect(await query('select count(*) as rows from documents')).toEqual([{ rows: 0 }]);
  });

  test('what a running job has begun is no leftover; what a killed process has begun is', async () => {
    const { job } = await begin(records, 'default', draft('/a.md', 'one'));
    expect(await records.documents.leftovers('default')).toEqual([]);

    if (on === 'sqlite') {
      const script = `
    import { sqliteRecords } from ${JSON.stringify(join(import.meta.dirname, '..', 'sqlite-records.ts'))};
    const records = await sqliteRecords(${JSON.stringify(file)});
    const job = await records.jobs.start({ collection: 'default', kind: 'ingest', paths: [] });
    await records.documents.begin('default', 'default-1', job.id, [${JSON.stringify(draft('/b.md', 'two'))}]);
    process.kill(process.pid, 'SIGKILL');`;
      const killed = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
      expect(killed.signal).toBe('SIGKILL');
    } else {
      // On whichever machine it was: nothing has been heard of it for a while, by the clock of the server.
      const other = await reopen();
      const { job: lost } = await begin(other, 'default', draft('/b.md', 'two'));
      await other.close();
      await query(`update jobs set heartbeat_at = '2020-01-01T00:00:00.000Z' where id = '${lost.id}'`);
    }
    expect(await records.documents.leftovers('default')).toEqual([
      { documentId: expect.any(String), version: 1, indexId: 'default-1' },
    ]);
    expect((await records.jobs.list('default')).map(({ state }) => state)).toEqual([
      'interrupted',
      'running',
    ]);

    await job.finish({ state: 'cancelled', cancelledBy: 'request' });
    expect(await records.documents.leftovers('default')).toHaveLength(2);
  });

  test('what a parser made of a content is found while a live document of the collection has it', async () => {
    const content = { contentHash: 'hash of one', parser: 'text@1' };
    await begin(records, 'default', draft('/a.md', 'one'));
    expect(await records.documents.parsed('default', content)).toBeUndefined();
    await publish(records, 'default', draft('/b.md', 'one'));
    expect(await records.documents.parsed('default', content)).toEqual({
      madeFrom: 'b.md',
      isTitleGiven: false,
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

  test('versions without vectors are claimed by one job, and adopted when it is gone', async () => {
    const { job, index, versions } = await begin(records, 'default', draft('/a.md', 'one'));
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
});
