import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realPath } from './real-path.ts';

test('links are followed as far as there is anything', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'real-path-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'notes'));
  symlinkSync('notes', join(folder, 'link'));
  symlinkSync('self', join(folder, 'self'));
  const real = (path: string) => realPath(join(folder, path)).slice(folder.length + 1);
  expect(['link', 'link/to/come.md', 'self', 'self/in', 'none/at/all'].map(real)).toEqual([
    'notes',
    'notes/to/come.md',
    'self',
    'self/in',
    'none/at/all',
  ]);
  expect(realPath('/')).toBe('/');
});
