import { beforeEach, describe, expect, test } from 'vitest';
import type { Coverage } from '../../contracts/generator.ts';
import type { Block } from '../../contracts/parser.ts';
import type { Records } from '../../contracts/records.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

/** Chapters of the same length. */
const chapters = (...titles: readonly string[]): Block[] =>
  titles.map((title, place) => ({
    kind: 'heading',
    level: 1,
    title,
    anchor: '',
    start: 100 * place,
    end: 100 * place + 99,
  }));

const said = ({ documents, hasMore }: Coverage) => [
  ...documents.map(({ title, headings, hasMoreHeadings }) => [
    title,
    ...headings,
    ...(hasMoreHeadings ? ['…'] : []),
  ]),
  ...(hasMore ? ['…'] : []),
];

const numbered = (name: string, count: number) =>
  chapters(...Array.from({ length: count }, (_, place) => `${name} ${place + 1}`));

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
  });

  const scope = { collections: ['default'] };

  test('one book is named by chapters, as many as are read at a glance', async () => {
    expect(await records.coverage(scope)).toEqual({ documents: [], hasMore: false });
    await publishDocument(records, 'book.md', { title: 'Ships', blocks: numbered('Chapter', 30) });
    expect(said(await records.coverage(scope))).toEqual([
      ['Ships', ...Array.from({ length: 8 }, (_, place) => `Chapter ${place + 1}`), '…'],
    ]);
  });

  test('a document that holds most of the text is named by chapters, small ones and equal ones by their titles', async () => {
    const blocks = numbered('Chapter', 5);
    await publishDocument(records, 'ships.md', { title: 'Ships', blocks, tokens: 9000 });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      await publishDocument(records, `${name}.md`, { title: name, blocks, tokens: 100 });
    const [first, ...others] = said(await records.coverage(scope));
    expect(first).toEqual(['Ships', 'Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4', 'Chapter 5']);
    expect(others.map((one) => one.length)).toEqual([1, 1, 1, 1, 1]);

    const five = { collections: ['five'] };
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await publishDocument(records, `${name}.md`, { collection: 'five', title: name, blocks, tokens: 100 });
    expect((await records.coverage(five)).documents.flatMap(({ headings }) => headings)).toEqual([]);
    expect((await records.coverage(five)).hasMore).toBe(false);
  });

  test('what one caller may not see is not named, and what another may is remembered apart', async () => {
    const own = await publishDocument(records, 'own.md', { title: 'Own', blocks: chapters('Mine', 'Ours') });
    await publishDocument(records, 'secret.md', { title: 'Secret', tokens: 500 });
    await publishDocument(records, 'other.md', { title: 'Elsewhere', collection: 'other' });
    expect(said(await records.coverage(scope))).toEqual([['Secret'], ['Own']]);
    expect(said(await records.coverage({ ...scope, documents: [own] }))).toEqual([['Own', 'Mine', 'Ours']]);
    expect(said(await records.coverage({ ...scope, documents: [] }))).toEqual([]);
    expect(said(await records.coverage({ collections: ['other', 'default'] }))).toHaveLength(3);
  });

  test('it is remembered until something changes, and long names are cut', async () => {
    const title = `On ${'very '.repeat(40)}long names`;
    await publishDocument(records, 'long.md', { title, blocks: chapters('One\n of  them', 'Another') });
    const before = await records.coverage(scope);
    expect(before.documents[0]?.headings).toEqual(['One of them', 'Another']);
    expect(before.documents[0]?.title).toMatch(/^On very .{60,80}…$/);
    expect(await records.coverage(scope)).toBe(before);
    await publishDocument(records, 'next.md');
    expect((await records.coverage(scope)).documents).toHaveLength(2);
  });
});
