import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from './back-up.ts';
import { openDatabase } from './open-database.ts';

/** A file of some rows. */
function someFile(): { directory: string; file: string } {
  const directory = mkdtempSync(join(tmpdir(), 'back-up-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'footnote.db');
  using made = new DatabaseSync(file);
  made.exec(`
    pragma page_size = 8192; pragma auto_vacuum = incremental; pragma journal_mode = wal;
    create table jobs (id text primary key, zeros blob);
    insert into jobs values ('job 3', zeroblob(8000)), ('job 41', zeroblob(8000)), ('job 59', zeroblob(8000));
  `);
  return { directory, file };
}

test('a copy that is no longer wanted leaves nothing; the store is as it was', async () => {
  const { directory, file } = someFile();
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

test('a copy lies in a folder of its own, never in the place of another file, nor below one', async () => {
  const { directory, file } = someFile();
  const target = join(directory, 'copies', 'copy.db');
  await backUp(file, target);
  await expect(backUp(file, target)).rejects.toMatchObject({ code: 'request_invalid' });
  expect(readdirSync(join(directory, 'copies'))).toEqual(['copy.db']);
  await expect(backUp(file, join(target, 'below', 'a-file.db'))).rejects.toMatchObject({
    code: 'path_unwritable',
    message: expect.stringMatching(/a-file\.db cannot be written \(.*that this user can write/),
  });
});

test('a target is a path, whatever it begins with', async () => {
  const { directory, file } = someFile();
  const before = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(before));
  const target = 'file:copy.db?mode=memory';
  await backUp(file, target);
  expect(readdirSync(directory)).toContain(target);
  using copy = openDatabase(target, { readOnly: true });
  expect(copy.prepare('select count(*) as jobs from jobs').get()).toEqual({ jobs: 3 });
});

test('of two copies to one target the second is refused, and the first stands', async () => {
  const { directory, file } = someFile();
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
});
