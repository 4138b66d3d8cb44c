import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { freePages, numberOf } from '../sqlite/give-back-pages.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { backUp } from './back-up.ts';

const incremental = 2;

/** A file of rows of which most were deleted, made to give its free pages back or not. */
function wastefulFile(autoVacuum: number): { directory: string; file: string } {
  const directory = mkdtempSync(join(tmpdir(), 'back-up-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'footnote.db');
  using made = new DatabaseSync(file);
  made.exec(`
    pragma page_size = 8192; pragma auto_vacuum = ${autoVacuum}; pragma journal_mode = wal;
    create table jobs (id text primary key, zeros blob);
    with recursive job(n) as (values (1) union all select n + 1 from job where n < 60)
      insert into jobs select 'job ' || n, zeroblob(8000) from job;
    delete from jobs where id not in ('job 3', 'job 41', 'job 59');
  `);
  return { directory, file };
}

test('the copy of a store that keeps its free pages is without them, and gives its own back', async () => {
  const { directory, file } = wastefulFile(0);
  using store = openDatabase(file);
  const jobs = 'select rowid, id, length(zeros) from jobs order by rowid';
  const before = store.prepare(jobs).all();
  expect(freePages(store).free).toBeGreaterThan(50);

  const target = join(directory, 'copy.db');
  expect(await backUp(file, target)).toEqual({ file: target, bytes: statSync(target).size });
  using copy = openDatabase(target);
  expect(freePages(copy)).toEqual({ free: 0, all: expect.closeTo(9, -1) });
  expect(numberOf(copy, 'auto_vacuum')).toBe(incremental);
  expect(copy.prepare(jobs).all()).toEqual(before);
  expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
});

test('a copy that is no longer wanted leaves nothing; the store is as it was', async () => {
  const { directory, file } = wastefulFile(incremental);
  using store = openDatabase(file);
  store.exec(`insert into jobs values ('as large as takes several steps', zeroblob(${17 * 2 ** 20}))`);
  const controller = new AbortController();
  const target = join(directory, 'copy.db');
  const copied = backUp(file, target, { signal: controller.signal });
  controller.abort();
  await expect(copied).rejects.toMatchObject({ code: 'aborted' });
  expect(readdirSync(directory).filter((name) => name.startsWith('copy'))).toEqual([]);
  expect(await backUp(file, target)).toEqual({ file: target, bytes: statSync(target).size });
});

test.each([0, incremental])('a target is a path, whatever it begins with', async (kind) => {
  const { directory, file } = wastefulFile(kind);
  const before = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(before));
  const target = 'file:copy.db?mode=memory';
  await backUp(file, target);
  expect(readdirSync(directory)).toContain(target);
  using copy = openDatabase(target, { readOnly: true });
  expect(copy.prepare('select count(*) as jobs from jobs').get()).toEqual({ jobs: 3 });
});

test.each([0, incremental])(
  'of two copies to one target the second is refused, and the first stands',
  async (kind) => {
    const { directory, file } = wastefulFile(kind);
    const target = join(directory, 'copy.db');
    const [first, second] = await Promise.allSettled([backUp(file, target), backUp(file, target)]);
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([first, second]).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'request_invalid' }),
    });
    using copy = openDatabase(target);
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(readdirSync(directory).filter((name) => name.includes('partial'))).toEqual([]);
  },
);

test('a store of such a kind that is damaged is said to be, and nothing is left of its copy', async () => {
  const { directory, file } = wastefulFile(0);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xff, 8192));
  const target = join(directory, 'copy.db');
  await expect(backUp(file, target)).rejects.toMatchObject({ code: 'store_corrupt' });
  expect(readdirSync(directory).filter((name) => name.startsWith('copy'))).toEqual([]);
});
