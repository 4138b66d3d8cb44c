import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { draft, publish } from '../drafts.test-support.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
  });

  test('files of equal content are one document; it goes with its last source', async () => {
    const { versions } = await publish(records, 'default', draft('/a.md', 'one'));
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

  test('one of several sources changes: it becomes a document of its own, the other keeps the old one', async () => {
    const { versions } = await publish(records, 'default', draft('/a.md', 'one'));
    const documentId = versions[0]?.documentId as string;
    await records.documents.moveSources('default', [{ documentId, source: draft('/b.md', 'one') }], []);
    const changed = await publish(records, 'default', draft('/b.md', 'two'));
    expect(changed.versions[0]?.documentId).not.toBe(documentId);
    expect(changed.replaced).toEqual([]);
    expect((await records.library.list('default')).map(({ paths }) => paths)).toEqual([['a.md'], ['b.md']]);
  });

  test('a source that takes over the content of another document leaves nothing of its old one', async () => {
    const first = await publish(records, 'default', draft('/a.md', 'one'), draft('/b.md', 'two'));
    const [one, two] = first.versions.map((version) => version.documentId) as [string, string];
    const removable = await records.documents.moveSources(
      'default',
      [{ documentId: one, source: draft('/b.md', 'one') }],
      [],
    );
    expect(removable).toEqual([{ documentId: two, version: 1, indexId: 'default-1' }]);
    expect((await records.library.list('default')).map(({ paths }) => paths)).toEqual([['a.md', 'b.md']]);
  });

  test('documents that exchange their sources in one step both stay', async () => {
    const { versions } = await publish(records, 'default', draft('/a.md', 'one'), draft('/b.md', 'two'));
    const [one, two] = versions.map(({ documentId }) => documentId) as [string, string];
    const exchange = [
      { documentId: one, source: draft('/b.md', 'one') },
      { documentId: two, source: draft('/a.md', 'two') },
    ];
    expect(await records.documents.moveSources('default', exchange, [])).toEqual([]);
    const known = await records.documents.known('default', ['/a.md', '/b.md']);
    expect([known.get('/a.md')?.documentId, known.get('/b.md')?.documentId]).toEqual([two, one]);
  });

  test('sources below a folder are found by whole path segments', async () => {
    await publish(
      records,
      'default',
      draft('/docs/a.md', '1'),
      draft('/docs/x/b.md', '2'),
      draft('/docs-old/c.md', '3'),
    );
    const below = await records.documents.sourcesBelow('default', '/docs');
    expect(below.toSorted()).toEqual(['/docs/a.md', '/docs/x/b.md']);
  });
});
