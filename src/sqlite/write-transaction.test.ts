import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';
import { retryWhileBusy, writeTransaction, writeTransactionInSteps } from './write-transaction.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sqlite-'));
  file = join(directory, 'footnote.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('opens with a write-ahead log of limited size, full synchronisation and foreign keys', () => {
  using database = openDatabase(file);
  const pragma = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
  const names = [
    'journal_mode',
    'synchronous',
    'foreign_keys',
    'busy_timeout',
    'page_size',
    'journal_size_limit',
  ];
  expect(names.map(pragma)).toEqual(['wal', 2, 1, 0, 8192, 65_536_000]);
});

test('a transaction that throws leaves nothing', async () => {
  using database = openDatabase(file);
  database.exec('create table t (n integer)');
  const failing = writeTransaction(database, () => {
    database.exec('insert into t values (1)');
    throw new RangeError('on purpose');
  });
  await expect(failing).rejects.toThrow(new RangeError('on purpose'));
  expect(database.prepare('select count(*) as n from t').get()).toEqual({ n: 0 });
});

test('writers of one process take turns, also over different connections', async () => {
  using first = openDatabase(file);
  using second = openDatabase(file);
  first.exec('create table t (n integer)');
  const order: string[] = [];
  const long = writeTransactionInSteps(first, function* () {
    for (let step = 0; step < 5; step++) {
      order.push(`long ${step}`);
      first.exec('insert into t values (1)');
      yield;
    }
  });
  const short = writeTransaction(second, () => {
    order.push('short');
    return second.prepare('select count(*) as n from t').get();
  });
  expect(await short).toEqual({ n: 5 });
  await long;
  expect(order).toEqual(['long 0', 'long 1', 'long 2', 'long 3', 'long 4', 'short']);
});

test('waits for another process without stopping the event loop, then gives up with store_busy', async () => {
  using database = openDatabase(file);
  const held = holdLock(database.location() ?? '');
  await held.locked;
  let turns = 0;
  const interval = setInterval(() => turns++, 1);
  await expect(writeTransaction(database, () => 1, { waitMs: 150 })).rejects.toMatchObject({
    code: 'store_busy',
  });
  clearInterval(interval);
  expect(turns).toBeGreaterThan(0);

  const waiting = writeTransaction(database, () => 'done');
  held.release();
  expect(await waiting).toBe('done');
});

test.each(['reading', 'writing'])(
  'a file that another process keeps to itself cannot be opened for %s: store_busy',
  async (purpose) => {
    openDatabase(file).close();
    const held = holdLock(
      file,
      'pragma locking_mode = exclusive; begin exclusive; create table t (n integer)',
    );
    await held.locked;
    const opened = () => openDatabase(file, { readOnly: purpose === 'reading', waitMs: 20 });
    expect(opened).toThrow(
      expect.objectContaining({ code: 'store_busy', details: expect.objectContaining({ path: file }) }),
    );
    held.release();
  },
);

test('an aborted wait and an aborted step reject with aborted and leave nothing', async () => {
  using database = openDatabase(file);
  database.exec('create table t (n integer)');
  const controller = new AbortController();
  const stepping = writeTransactionInSteps(
    database,
    function* () {
      database.exec('insert into t values (1)');
      controller.abort();
      yield;
    },
    { signal: controller.signal },
  );
  await expect(stepping).rejects.toMatchObject({ code: 'aborted' });
  await expect(retryWhileBusy(database, () => 1, { signal: controller.signal })).rejects.toMatchObject({
    code: 'aborted',
  });
  expect(database.prepare('select count(*) as n from t').get()).toEqual({ n: 0 });
});

test('a file that is no database is store_corrupt', () => {
  writeFileSync(file, 'This is a text, and not a database, whatever its name says.'.repeat(20));
  expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'store_corrupt' }));
});

test('a folder that does not exist is store_unavailable and names the file', () => {
  const missing = join(directory, 'missing', 'footnote.db');
  expect(() => openDatabase(missing)).toThrow(
    expect.objectContaining({ code: 'store_unavailable', message: expect.stringContaining(missing) }),
  );
});

test('the size limit is store_full, and what was there stays readable', async () => {
  using database = openDatabase(file, { maxFileBytes: 100_000 });
  database.exec('create table t (data blob); insert into t values (zeroblob(1000))');
  const filling = writeTransaction(database, () => database.exec('insert into t values (zeroblob(200000))'));
  await expect(filling).rejects.toMatchObject({ code: 'store_full' });
  expect(database.prepare('select count(*) as n from t').get()).toEqual({ n: 1 });
  await writeTransaction(database, () => database.exec('insert into t values (zeroblob(1000))'));
});

test('a read-only database refuses to write with store_read_only', async () => {
  openDatabase(file).close();
  using database = openDatabase(file, { readOnly: true });
  await expect(
    writeTransaction(database, () => database.exec('create table t (n integer)')),
  ).rejects.toMatchObject({
    code: 'store_read_only',
  });
});

/** Another process that holds the write lock until it is told to let go. */
function holdLock(path: string, lock = 'begin immediate'): { locked: Promise<unknown>; release: () => void } {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(path)});
    database.exec(${JSON.stringify(lock)});
    process.stdout.write('locked');
    process.stdin.once('data', () => { database.exec('rollback'); process.exit(0); });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { locked: once(child.stdout, 'data'), release: () => child.stdin.write('go') };
}
