import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { openedRecords } from './opened-records.test-support.ts';
import { openRecords, type Records } from './records.ts';

let folder: string;
let file: string;
let records: Records;

beforeEach(async () => {
  ({ folder, file, records } = await openedRecords());
});

test('many openers of a new store make the tables once', async () => {
  const fresh = join(folder, 'fresh.db');
  const opened = await Promise.all(Array.from({ length: 8 }, () => openRecords(fresh)));
  for (const one of opened) {
    expect(await one.listCollections()).toEqual([]);
    await one.close();
  }
});

test('a store of a newer format is refused', async () => {
  await records.close();
  const database = new DatabaseSync(file);
  database.exec('pragma user_version = 999');
  database.close();
  await expect(openRecords(file)).rejects.toMatchObject({ code: 'store_newer', details: { stored: 999 } });
});

test('a store of an older format is read only once it was brought up to date', async () => {
  await records.close();
  const database = new DatabaseSync(file);
  const current = Number(database.prepare('pragma user_version').get()?.['user_version']);
  database.exec(`pragma user_version = ${current - 1}`);
  await expect(openRecords(file, { readOnly: true })).rejects.toMatchObject({
    code: 'store_older',
    details: { stored: current - 1, supported: current },
    message: expect.stringContaining('where it can be written'),
  });
  database.exec(`pragma user_version = ${current}`);
  database.close();
  const readOnly = await openRecords(file, { readOnly: true });
  expect(await readOnly.listCollections()).toEqual([]);
  await readOnly.close();
});
