import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { IgnoreRules, pathPatterns } from './file-selection.ts';

test.each([
  ['*.md', 'a.md', true],
  ['*.md', 'deep/er/a.md', true],
  ['*.md', 'a.mdx', false],
  ['drafts', 'drafts/a.md', true],
  ['drafts/', 'in/drafts/deep/a.md', true],
  ['drafts', 'drafts.md', false],
  ['in/*.md', 'in/a.md', true],
  ['in/*.md', 'in/deep/a.md', false],
  ['in/*.md', 'out/in/a.md', false],
  ['in/**/*.md', 'in/deep/er/a.md', true],
  ['./a.md', 'a.md', true],
  ['./a.md', 'in/a.md', false],
  ['/a.md', 'in/a.md', false],
  ['{a,b}.md', 'b.md', true],
  ['**', '.x/a.md', true],
  ['R\u00e9sum\u00e9.md', 'in/Re\u0301sume\u0301.md', true],
  ['Re\u0301*.md', 'R\u00e9sum\u00e9.md', true],
])('%s on %s: %s', (glob, path, expected) => {
  expect(pathPatterns([glob])(path)).toBe(expected);
});

test('several globs match what any of them does; none match nothing', () => {
  expect(pathPatterns(['*.md', '*.txt'])('a.txt')).toBe(true);
  expect(pathPatterns([])('a.txt')).toBe(false);
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ignore-rules-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('ignore files hold for their folder and those below; the nearest one that names a file decides', () => {
  const folder = folderWith({
    '.gitignore': '*.tmp.md\nbuild/\n/top.md\n/a/b.md\nREAD.md\n',
    '.footnoteignore': '!kept.tmp.md\nprivate\n',
    'in/.footnoteignore': '!again.tmp.md\nin-only.md\nR\u00e9sum\u00e9.md\n',
    'in/[1] a*/.gitignore': '!build/\n# *\n!\n/\n  \n*.log.md\n\\!x.md\n/a/b.md\ny/\n',
  });
  const rules = new IgnoreRules(folder);
  const cases = {
    'a.md': false,
    'a.tmp.md': true,
    'kept.tmp.md': false,
    'top.md': true,
    'in/top.md': false,
    'in/a.tmp.md': true,
    'in/again.tmp.md': false,
    'in/in-only.md': true,
    'in/Re\u0301sume\u0301.md': true,
    'in-only.md': false,
    'build/a.md': true,
    'in/build/deep/a.md': true,
    'private/a.md': true,
    private: true,
    'builder/a.md': false,
    'read.md': process.platform === 'win32' || process.platform === 'darwin',
    'in/[1] a*/build/a.md': false,
    'in/[1] a*/deep/build/deep/a.md': false,
    'in/[1] a*/a.log.md': true,
    'in/[1] a*/deep/a.log.md': true,
    'in/1 a/a.log.md': false,
    'in/[1] a*/!x.md': true,
    'in/[1] a*/a/b.md': true,
    'in/[1] a*/deep/a/b.md': false,
    'in/[1] a*/deep/y/a.md': true,
    'in/[1] a*/y': false,
  };
  for (const [path, expected] of Object.entries(cases)) {
    expect([path, rules.ignores(join(folder, path))]).toEqual([path, expected]);
  }
});

test('nothing in an ignored folder comes back, as in git', () => {
  const folder = folderWith({ '.gitignore': 'build/\n', 'build/.footnoteignore': '!a.md\n' });
  expect(new IgnoreRules(folder).ignores(join(folder, 'build/a.md'))).toBe(true);
});

test.each(['utf8', 'utf16le'] as const)(
  'an ignore file with a byte order mark, in %s, is understood',
  (encoding) => {
    const folder = folderWith({});
    writeFileSync(join(folder, '.footnoteignore'), Buffer.from('\ufeffprivate/\r\n*.tmp.md\r\n', encoding));
    const rules = new IgnoreRules(folder);
    const ignored = ['private/a.md', 'b.tmp.md', 'b.md'].map((file) => rules.ignores(join(folder, file)));
    expect(ignored).toEqual([true, true, false]);
  },
);
