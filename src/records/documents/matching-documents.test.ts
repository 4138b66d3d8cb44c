import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
  });

  const everything = { search: '', limit: 1000, offset: 0 };

  async function found(search: string): Promise<readonly string[]> {
    const { documents, matching } = await records.library.page('default', { ...everything, search });
    expect(documents).toHaveLength(matching);
    return documents.map(({ path }) => path);
  }

  test('every word has to be in title or path, as it is written or otherwise', async () => {
    await publishDocument(records, 'work/lease-2024.md', { title: 'Mietvertrag für die Straße' });
    await publishDocument(records, 'work/lease-2025.md', { title: 'Überlassung' });
    await publishDocument(records, 'home/kettle.md', { title: 'عقد الإيجار' });
    expect(await found('LEASE')).toEqual(['work/lease-2024.md', 'work/lease-2025.md']);
    expect(await found('2024 mietvertrag')).toEqual(['work/lease-2024.md']);
    expect(await found('uberlass')).toEqual(['work/lease-2025.md']);
    expect(await found('الايجار')).toEqual(['home/kettle.md']);
    expect(await found('lease kettle')).toEqual([]);
    expect(await found('100%')).toEqual([]);
    expect(await found(' \n')).toHaveLength(3);
  });

  test('they come in the order that is asked for, and a page goes on where the one before it ended', async () => {
    for (const [path, title, bytes] of [
      ['c.md', 'Chapter 9', 30],
      ['a.md', 'Chapter 10', 10],
      ['b.md', 'Appendix', 20],
    ] as const)
      await publishDocument(records, path, { title, bytes });
    const paths = async (options: Partial<Parameters<Records['library']['page']>[1]>) =>
      (await records.library.page('default', { ...everything, ...options })).documents.map(
        ({ path }) => path,
      );
    expect(await paths({})).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await paths({ order: 'descending' })).toEqual(['c.md', 'b.md', 'a.md']);
    expect(await paths({ sort: 'title' })).toEqual(['b.md', 'c.md', 'a.md']);
    expect(await paths({ sort: 'bytes', order: 'descending' })).toEqual(['c.md', 'b.md', 'a.md']);
    expect(await paths({ sort: 'title', search: 'chapter', limit: 1, offset: 1 })).toEqual(['a.md']);
    await publishDocument(records, 'd.md', { title: 'Chapter 9', bytes: 5 });
    expect(await paths({ sort: 'title' })).toEqual(['b.md', 'c.md', 'd.md', 'a.md']);
  });

  test('a document of several files is found by each of their paths, once', async () => {
    const documentId = await publishDocument(records, 'b.md');
    const copy = { source: '/copies/of-b.md', path: 'copies/of-b.md', bytes: 1, modifiedMs: 1 };
    await records.documents.moveSources('default', [{ documentId, source: copy }], []);
    expect(await found('copies')).toEqual(['b.md']);
    expect(await found('md')).toEqual(['b.md']);
  });

  test('what is of another collection, replaced or removed is not found', async () => {
    await publishDocument(records, 'theirs.md', { collection: 'other' });
    const documentId = await publishDocument(records, 'mine.md', { title: 'Old name' });
    await publishDocument(records, 'mine.md', { title: 'New name', contentHash: 'changed' });
    expect(await found('theirs')).toEqual([]);
    expect(await found('old')).toEqual([]);
    expect(await found('new')).toEqual(['mine.md']);
    await records.documents.retire(documentId);
    expect(await found('new')).toEqual([]);
  });

  test('parts put together are the list, also where paths are equal', async () => {
    for (const place of [7, 3, 1, 9, 4]) await publishDocument(records, `notes/${place}.md`);
    for (const place of [1, 2]) {
      await publishDocument(records, `elsewhere/${place}`, {
        path: 'notes/5.md',
        contentHash: `same ${place}`,
      });
    }
    const list = await records.library.list('default');
    expect(list).toHaveLength(7);
    const parts = [];
    for (let offset = 0; offset < 8; offset += 2) {
      const { documents, matching } = await records.library.page('default', {
        ...everything,
        offset,
        limit: 2,
      });
      expect(matching).toBe(7);
      parts.push(...documents);
    }
    expect(parts).toEqual(list);
    expect(await records.library.page('default', { ...everything, offset: 1e15 })).toEqual({
      documents: [],
      matching: 7,
    });
  });
});
