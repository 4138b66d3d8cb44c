import { describe, expect, test } from 'vitest';
import type { Metadata } from '../../contracts/chunk.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  test('a document with groups is there for those who share one of them', async () => {
    const { records } = await openedRecords(on);
    const { library } = records;
    const publish = (name: string, metadata: Metadata) => publishDocument(records, name, { metadata });
    await publish('all.md', { author: 'Ada' });
    await publish('board.md', { groups: ['board', 'staff'] });
    await publish('everyone.md', { groups: ['*', 'staff'] });
    await publish('none.md', { groups: [] });
    await publish('number.md', { groups: 7 });
    await publish('quote.md', { groups: `o'neil "the" [boss]` });
    const open = ['all.md', 'everyone.md', 'none.md'];
    for (const [groups, paths] of [
      [undefined, ['all.md', 'board.md', 'everyone.md', 'none.md', 'number.md', 'quote.md']],
      [[], open],
      [['crew', 'boar', '*', 'null'], open],
      [['staff'], ['all.md', 'board.md', 'everyone.md', 'none.md']],
      [['7'], ['all.md', 'everyone.md', 'none.md', 'number.md']],
      [[`o'neil "the" [boss]`], [...open, 'quote.md']],
    ] as const) {
      expect((await library.list('default', { groups })).map(({ path }) => path)).toEqual(paths);
      const page = await library.page('default', { search: '', limit: 2, offset: 1, groups });
      expect([page.matching, page.documents.map(({ path }) => path)]).toEqual([
        paths.length,
        paths.slice(1, 3),
      ]);
      const coverage = await records.coverage({ collections: ['default'], groups });
      expect(coverage.documents.map(({ title }) => title).toSorted()).toEqual(
        paths
          .map((path) => `About ${path}`)
          .slice(0, 5)
          .toSorted(),
      );
      for (const path of ['all.md', 'board.md', 'quote.md'])
        expect((await library.find('default', path, { groups }))?.path).toBe(
          paths.some((one) => one === path) ? path : undefined,
        );
    }
  });

  test('the groups are those of the live version', async () => {
    const { records } = await openedRecords(on);
    const isThere = async () => (await records.library.list('default', { groups: ['crew'] })).length === 1;
    await publishDocument(records, 'a.md', { metadata: {} });
    expect(await isThere()).toBe(true);
    await publishDocument(records, 'a.md', { metadata: { groups: ['board'] }, contentHash: 'second' });
    expect(await isThere()).toBe(false);
    expect(
      (await records.library.page('default', { search: '', limit: 9, offset: 0, groups: [] })).matching,
    ).toBe(0);
    await publishDocument(records, 'a.md', { metadata: { groups: ['crew'] }, contentHash: 'third' });
    expect(await isThere()).toBe(true);
  });

  test('languages are those of what is there', async () => {
    const { records } = await openedRecords(on);
    await publishDocument(records, 'a.md', { language: 'en', metadata: {} });
    await publishDocument(records, 'b.md', { language: 'de', metadata: { groups: ['board'] } });
    const languages = (groups?: readonly string[]) => records.languages({ collections: ['default'], groups });
    expect((await languages()).toSorted()).toEqual(['de', 'en']);
    expect(await languages([])).toEqual(['en']);
  });
});
