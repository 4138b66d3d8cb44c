import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFiles } from '../ingest/find-files.ts';
import { pathError, realPath } from './path-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'path-error-'));

function errorOfReading(path: string) {
  try {
    readFileSync(path);
    throw new Error('it was read');
  } catch (cause) {
    return pathError(path, cause);
  }
}

test('what is not there, what is a folder, and what the system refuses have their own remedies', () => {
  expect(errorOfReading(join(folder, 'missing.md'))).toMatchObject({ code: 'path_not_found' });
  expect(errorOfReading(join(folder, '*.md')).message).toMatch(
    /give the folder, and the glob with --include\.$/,
  );
  expect(errorOfReading('https://example.com/a').message).toMatch(/save the page, and give that file\.$/);
  expect(errorOfReading(folder).message).toMatch(/EISDIR\). Give a file instead\.$/);
  expect(pathError('a.md', { code: 'EACCES' }).message).toBe(
    'a.md cannot be read (EACCES). Give this user read permission.',
  );
  expect(pathError('a.md', { code: 'EMFILE' }).message).toBe(
    'a.md cannot be read (EMFILE). Raise the limit on open files for this user, and run the same command again.',
  );
  expect(pathError('a.md', { code: 'EIO' }).message).toMatch(/another program can open it\.$/);
});

test('a name that is not UTF-8 is told as that, not as missing', () => {
  expect(errorOfReading(join(folder, 'caf\uFFFD.md')).message).toMatch(
    /its name is not UTF-8\)\. Rename it\.$/,
  );
});

test.skipIf(process.platform === 'win32')('a pipe that is named is no file', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  const findings = [];
  for await (const finding of findFiles([join(folder, 'pipe.md')], { extensions: new Set() }))
    findings.push(finding);
  expect(findings).toMatchObject([{ kind: 'failure', error: { code: 'path_unreadable' } }]);
  expect(findings[0]).toHaveProperty('error.message', expect.stringContaining('neither a file nor a folder'));
});

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
