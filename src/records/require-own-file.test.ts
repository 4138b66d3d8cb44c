import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteRecords } from './sqlite-records.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-own-file-'));
  file = join(folder, 'footnote.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(statements: string): void {
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
}

test.each([
  ['another program', 'create table notes (text text); create table users (name text)', 'notes, users'],
  [
    'another program that counts versions in the same way',
    'create table pets (name text); pragma user_version = 999',
    'pets',
  ],
  ['an engine without records', 'create table engine_chunks (seq integer primary key)', 'engine_chunks'],
])('a file of %s is refused and left as it is', async (_, statements, tables) => {
  write(statements);
  const before = readFileSync(file);
  for (const readOnly of [false, true]) {
    await expect(sqliteRecords(file, { readOnly })).rejects.toMatchObject({
      code: 'store_foreign',
      details: { path: file, tables },
    });
  }
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['footnote.db']);
});

test('a file without a byte becomes a store', async () => {
  writeFileSync(file, '');
  const records = await sqliteRecords(file);
  expect(await records.listCollections()).toEqual([]);
  await records.close();
});

test('a file that has lost all of its bytes is damaged, and not a new store', async () => {
  writeFileSync(file, '');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, anHourAgo, anHourAgo);
  for (const readOnly of [true, false])
    await expect(sqliteRecords(file, { readOnly })).rejects.toMatchObject({
      code: 'store_corrupt',
      details: { path: file, problem: 'it has 0 bytes' },
    });
  expect(statSync(file).size).toBe(0);
});
