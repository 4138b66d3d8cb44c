import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storeBytes, storeFile } from './store.ts';

test('the size of a store is that of its file with the log beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-store-'));
  expect(storeBytes(folder)).toBe(0);
  writeFileSync(storeFile(folder), 'rows');
  writeFileSync(`${storeFile(folder)}-wal`, 'more rows');
  expect(storeBytes(folder)).toBe(13);
  rmSync(folder, { recursive: true });
});
