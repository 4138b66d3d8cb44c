import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { MetadataRules } from './document-metadata.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'metadata-rules-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('later entries win, nearer files win, and the extra file wins over all', () => {
  const root = folderWith({
    'extra/rules.yaml': '"in/*": { team: from extra }\n',
    'docs/metadata.yaml':
      '"**": { team: all, year: 2020 }\n"*.pdf": { kind: scan, tags: [a, 1] }\n"in/b.*": { year: 2021 }\n',
    'docs/in/metadata.yaml': 'b.md: { since: 2024-05-01, draft: true }\n"*": { kind: note }\n',
  });
  const docs = join(root, 'docs');
  const rules = new MetadataRules('');
  const fields = (path: string, from = rules) => from.fieldsOf({ root: docs, source: join(docs, path) });
  expect(fields('a.md')).toEqual({ team: 'all', year: 2020 });
  expect(fields('x/y.pdf')).toEqual({ team: 'all', year: 2020, kind: 'scan', tags: ['a', '1'] });
  expect(fields('in/b.md')).toEqual({
    team: 'all',
    year: 2021,
    since: '2024-05-01',
    draft: true,
    kind: 'note',
  });
  expect(fields('in/c.md', new MetadataRules(join(root, 'extra/rules.yaml')))).toMatchObject({
    team: 'from extra',
    kind: 'note',
  });
  expect(fields('a.md/member.md')).toEqual({ team: 'all', year: 2020 });
});

test('a date is kept by its day, one that no calendar has as it is written', () => {
  const root = folderWith({
    'metadata.yaml': '"**": { a: 2024-2-29, b: 2023-02-29, c: 2024-13-01, d: 2024-05-31 10:00:00 }\n',
  });
  expect(new MetadataRules('').fieldsOf({ root, source: join(root, 'a.md') })).toEqual({
    a: '2024-02-29',
    b: '2023-02-29',
    c: '2024-13-01',
    d: '2024-05-31T10:00:00.000Z',
  });
});

test('files above the given folder say nothing, and comments alone are no mistake', () => {
  const root = folderWith({
    'metadata.yaml': '"**": { team: all }\n',
    'docs/metadata.yaml': '# nothing yet\n',
  });
  const docs = join(root, 'docs');
  expect(new MetadataRules('').fieldsOf({ root: docs, source: join(docs, 'a.md') })).toEqual({});
});

test.each([
  ['a: [\n', /line 2: /],
  ['- a\n', /must map globs to fields/],
  [
    'a.md: {}\n\nb.md: 3\n',
    /line 3: "b.md" must be a glob with fields under it\. .* "\*\*": \{ field: value \}/,
  ],
  ['a.md: { x: { y: 1 } }\n', /line 1: "x" is neither a value nor a list/],
])('%j is refused with its line', (text, message) => {
  const root = folderWith({ 'metadata.yaml': text });
  expect(() => new MetadataRules('').fieldsOf({ root, source: join(root, 'a.md') })).toThrow(message);
});

test('a file that is named and missing is an error', () => {
  expect(() => new MetadataRules('/nowhere/rules.yaml')).toThrow(/does not exist/);
});

test('a pipe in the place of a file of rules is not waited for; one that is named is read', async () => {
  const root = folderWith({});
  execFileSync('mkfifo', [join(root, 'metadata.yaml')]);
  expect(() => new MetadataRules('').fieldsOf({ root, source: join(root, 'a.md') })).toThrow(
    /neither a file/,
  );
  const written = promisify(execFile)('sh', ['-c', 'echo \'"**": { team: all }\' > metadata.yaml'], {
    cwd: root,
  });
  const rules = new MetadataRules(join(root, 'metadata.yaml'));
  expect(rules.fieldsOf({ root: tmpdir(), source: join(tmpdir(), 'a.md') })).toEqual({ team: 'all' });
  await written;
});
