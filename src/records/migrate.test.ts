import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import type { Records } from '../contracts/records.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { migrateSqlite, migrations, versionOf } from './migrations.ts';
import { openedRecords } from './opened-records.test-support.ts';
import { publishDocument } from './publish-document.test-support.ts';
import { sqliteRecords } from './sqlite-records.ts';

let folder: string;
let file: string;
let records: Records;

beforeEach(async () => {
  ({ folder, file, records } = await openedRecords());
});

const current = migrations.at(-1)?.version ?? 0;

/** What a later release might add. */
const later = [
  ...migrations,
  { version: current + 1, statements: `alter table jobs add column note text not null default 'none'` },
  { version: current + 2, statements: 'alter table jobs rename column note to remark' },
] as const;

/** Runs `work` over the file as a program that makes no tables has it open. */
async function withFile<T>(work: (database: DatabaseSync) => T): Promise<T> {
  const database = openDatabase(file);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

function readOnly(): Promise<void> {
  const database = openDatabase(file, { readOnly: true });
  return migrateSqlite(database, file, { readOnly: true, steps: later }).finally(() => database.close());
}

test('many openers of a new store make the tables once', async () => {
  const fresh = join(folder, 'fresh.db');
  const opened = await Promise.all(Array.from({ length: 8 }, () => sqliteRecords(fresh)));
  for (const one of opened) {
    expect(await one.listCollections()).toEqual([]);
    await one.close();
  }
});

test('a store that lacks the last migrations is given them, and those alone, with what is in it', async () => {
  await publishDocument(records, 'a.md');
  await records.close();
  await withFile((database) => migrateSqlite(database, file, { steps: later }));
  await withFile((database) => {
    expect(versionOf(database)).toBe(current + 2);
    expect(database.prepare('select remark from jobs').all()).toEqual([{ remark: 'none' }]);
  });
});

test('a migration that fails leaves the store as it was', async () => {
  await records.close();
  const broken = [
    ...later,
    { version: current + 3, statements: 'alter table nowhere add column note' },
  ] as const;
  await expect(withFile((database) => migrateSqlite(database, file, { steps: broken }))).rejects.toThrow(
    'nowhere',
  );
  expect(await withFile(versionOf)).toBe(current);
  expect(await (await sqliteRecords(file)).listCollections()).toEqual([]);
});

test('a store of a newer format is refused', async () => {
  await records.close();
  await withFile((database) => migrateSqlite(database, file, { steps: later }));
  await expect(sqliteRecords(file)).rejects.toMatchObject({
    code: 'store_newer',
    details: { stored: current + 2, supported: current },
  });
});

test('a store of an older format is read only once it was brought up to date', async () => {
  await records.close();
  await expect(readOnly()).rejects.toMatchObject({
    code: 'store_older',
    details: { stored: current, supported: current + 2 },
    message: expect.stringContaining('with write permission'),
  });
  await withFile((database) => migrateSqlite(database, file, { steps: later }));
  await readOnly();
});
