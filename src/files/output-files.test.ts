import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './output-files.ts';

const place = mkdtempSync(join(tmpdir(), 'footnote-folder-'));
afterAll(() => rmSync(place, { recursive: true }));

test('folders are made with those above them, and one that is there stays', () => {
  const folder = join(place, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test('nothing is made below a file', () => {
  writeFileSync(join(place, 'file'), '');
  expect(() => makeFolder(join(place, 'file', 'a', 'b'))).toThrow(/ENOTDIR/);
});

test.skipIf(!existsSync('/proc/self'))('where nothing can be made it fails at once', () => {
  expect(() => makeFolder('/proc/footnote/store')).toThrow(/ENOENT|EACCES|EPERM/);
});
