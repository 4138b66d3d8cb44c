import { beforeEach, describe, expect, test } from 'vitest';
import { type OpenedRecords, openedRecords, recordKinds } from './opened-records.test-support.ts';
import { Remembered } from './remembered.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let query: OpenedRecords['query'];
  let remembered: Remembered<number>;

  beforeEach(async () => {
    ({ query } = await openedRecords(on));
    remembered = new Remembered(
      async () => (await query('select revision from library_revision'))[0]?.['revision'],
      3,
    );
    await query(`
    insert into indexes (id, collection, live, embedder, chunker, analyser, dimension, created_at)
    values ('i', 'c', 1, 'e', 'k', 'a', 3, 'now');
    insert into documents (id, collection) values ('d', 'c');
    insert into sources (collection, source, document_id, path, bytes, modified_ms) values ('c', 's', 'd', 'p', 1, 1);
    insert into index_documents (index_id, document_id, version, chunks, tokens, embedded_chunks)
    values ('i', 'd', 1, 1, 1, 0);`);
  });

  test.each([
    ["update documents set live_version = 1 where id = 'd'", 'a version goes live'],
    ["update index_documents set embedded_chunks = 1 where document_id = 'd'", 'its vectors are computed'],
    ["update sources set path = 'q' where source = 's'", 'a file is known by another path'],
    ["delete from sources where source = 's'", 'a file goes'],
    ["update indexes set calibration = '{}' where id = 'i'", 'a collection is calibrated'],
    ["insert into documents (id, collection) values ('d2', 'c')", 'a document comes'],
  ])('%s: all is forgotten, since %s', async (change) => {
    (await remembered.current()).set('key', 1);
    await query(change);
    expect(await remembered.current()).toEqual(new Map());
  });

  test('what changes no document and no index leaves it alone', async () => {
    (await remembered.current()).set('key', 1);
    await query(`insert into log_losses (noticed_at, entries) values ('now', 1)`);
    if (on === 'sqlite') await query(`update documents set live_version = 1 where id = 'none'`);
    expect(await remembered.current()).toEqual(new Map([['key', 1]]));
  });

  test('what would grow too large begins anew, and whoever reads on keeps what there was', async () => {
    const full = await remembered.current();
    for (const key of ['a', 'b']) full.set(key, 1);
    expect(await remembered.current()).toBe(full);
    full.set('c', 1);
    expect(await remembered.current()).toEqual(new Map());
    expect(full.size).toBe(3);
  });

  test('what was begun to be read before a change is not found after it', async () => {
    const before = await remembered.current();
    await query("update documents set live_version = 1 where id = 'd'");
    const after = await remembered.current();
    before.set('key', 1);
    expect(after.size).toBe(0);
    expect((await remembered.current()).size).toBe(0);
  });
});
