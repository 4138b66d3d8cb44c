import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openedRecords } from './opened-records.test-support.ts';
import { Remembered } from './remembered.ts';

let reader: DatabaseSync;
let writer: DatabaseSync;
let remembered: Remembered<number>;

beforeEach(async () => {
  const { file, records } = await openedRecords();
  await records.close();
  writer = new DatabaseSync(file);
  reader = new DatabaseSync(file, { readOnly: true });
  remembered = new Remembered(reader, 3);
  writer.exec(`
    insert into indexes (id, collection, live, embedder, chunker, analyser, dimension, created_at)
    values ('i', 'c', 1, 'e', 'k', 'a', 3, 'now');
    insert into documents (id, collection) values ('d', 'c');
    insert into sources (collection, source, document_id, path, bytes, modified_ms) values ('c', 's', 'd', 'p', 1, 1);
    insert into index_documents (index_id, document_id, version, chunks, tokens, embedded_chunks)
    values ('i', 'd', 1, 1, 1, 0);`);
});

afterEach(() => {
  writer.close();
  reader.close();
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
  writer.exec(change);
  expect(await remembered.current()).toEqual(new Map());
});

test('what changes no document and no index leaves it alone', async () => {
  (await remembered.current()).set('key', 1);
  writer.exec(`insert into log_losses (noticed_at, entries) values ('now', 1)`);
  writer.exec(`update documents set live_version = 1 where id = 'none'`);
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
  writer.exec("update documents set live_version = 1 where id = 'd'");
  const after = await remembered.current();
  before.set('key', 1);
  expect(after.size).toBe(0);
  expect((await remembered.current()).size).toBe(0);
});
