import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { draft, publish } from '../drafts.test-support.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
  });

  test('a path that files of two working directories have names neither', async () => {
    const { versions } = await publish(
      records,
      'default',
      { ...draft('/p/a.md', 'one'), path: 'a.md' },
      { ...draft('/q/a.md', 'two'), path: 'a.md' },
    );
    const ids = versions.map(({ documentId }) => documentId);
    await expect(records.library.find('default', 'a.md')).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining(
        `2 documents have the path a.md. Give the absolute path or the id of one: ${ids.join(', ')}`,
      ),
    });
    for (const name of ['/q/a.md', ids[1] as string])
      expect(await records.library.find('default', name)).toMatchObject({ documentId: ids[1] });
  });

  test('a path is found however its letters and accents are put together, as given where both are there', async () => {
    const [apart, composed] = ['/p/na\u0308he.md', '/p/n\u00e4he.md'];
    const { versions } = await publish(records, 'default', draft(apart, 'one'), draft('/p/\u00fc.md', 'two'));
    const [first, second] = versions.map(({ documentId }) => ({ documentId }));
    for (const name of [composed, composed.slice(1), apart])
      expect(await records.library.find('default', name)).toMatchObject(first as object);
    expect(await records.library.find('default', 'p/u\u0308.md')).toMatchObject(second as object);
    const { versions: more } = await publish(records, 'default', draft(composed, 'three'));
    expect(await records.library.find('default', composed)).toMatchObject({
      documentId: more[0]?.documentId,
    });
    expect(await records.library.find('default', apart)).toMatchObject(first as object);
  });

  test('collections do not see each other', async () => {
    await publish(records, 'one', draft('/a.md', 'one'));
    await publish(records, 'two', draft('/a.md', 'two'));
    expect(await records.library.contents('two')).toEqual([
      {
        contentHash: 'hash of two',
        parser: 'text@1',
        metadata: { author: 'Ada', tags: ['a', 'b'] },
        passages: 2,
        embedded: 0,
      },
    ]);
    expect(await records.library.list('one')).toHaveLength(1);
    const found = await records.library.find('one', 'a.md');
    expect(found?.contentHash).toBe('hash of one');
    expect(await records.library.find('two', found?.documentId ?? '')).toBeUndefined();
  });
});
