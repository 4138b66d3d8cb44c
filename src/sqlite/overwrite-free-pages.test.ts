import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { overwriteFreePages } from './free-pages.ts';
import { openDatabase } from './open-database.ts';

/** A file that so many deleted rows are left in, each longer than a page; `change` comes last. */
function fileWithRemains(rows: number, change = ''): string {
  const directory = mkdtempSync(join(tmpdir(), 'overwrite-free-pages-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'footnote.db');
  using database = openDatabase(file);
  database.exec('create table kept (word text); create table gone (words text)');
  database.exec(`insert into kept values ('remembered')`);
  const insert = database.prepare('insert into gone values (?)');
  database.exec('begin');
  for (let row = 0; row < rows; row++) insert.run('forgotten'.repeat(1000));
  database.exec(`commit; delete from gone; ${change}`);
  return file;
}

function expectOverwritten(file: string): void {
  const bytes = readFileSync(file);
  expect(bytes.includes('forgotten')).toBe(false);
  expect(bytes.includes('remembered')).toBe(true);
  using database = openDatabase(file);
  const tables = database.prepare('select name from sqlite_schema order by name').all();
  expect(tables.map(({ name }) => name)).toEqual(['gone', 'kept']);
  expect(database.prepare('pragma freelist_count').get()).toEqual({ freelist_count: 0 });
}

test.each([1, 2, 30, 127, 128, 300])(
  'of %i rows that were deleted nothing is left in the file',
  async (rows) => {
    const file = fileWithRemains(rows);
    expect(readFileSync(file).includes('forgotten')).toBe(true);
    await overwriteFreePages(file);
    expectOverwritten(file);
  },
);

test('several are at it at once, and each succeeds', async () => {
  const file = fileWithRemains(400);
  await Promise.all([overwriteFreePages(file), overwriteFreePages(file), overwriteFreePages(file)]);
  expectOverwritten(file);
});

test('one that was killed at it is in nobody’s way', async () => {
  const file = fileWithRemains(
    30,
    'create table filling (zeros blob); insert into filling values (zeroblob(9000))',
  );
  await overwriteFreePages(file);
  expectOverwritten(file);
});
