import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configFileName } from '../settings/resolve-config.ts';
import { FileSources } from './file-sources.ts';
import { type FindFilesOptions, findFiles } from './find-files.ts';
import { loadFile } from './load.ts';

const before = process.cwd();
let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'find-files-')));
  process.chdir(directory);
});

afterEach(() => {
  process.chdir(before);
  rmSync(directory, { recursive: true, force: true });
});

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path);
  }
}

/**
 * Findings in short: the path of a file, `code path` of a failure, `! message` of a warning, `n .ending` passed over.
 */
async function find(paths: readonly string[], options: Partial<FindFilesOptions> = {}): Promise<string[]> {
  const found: string[] = [];
  const passedOver = new Map<string, number>();
  for await (const finding of findFiles(paths, {
    extensions: new Set(['.md', '.txt']),
    ...options,
  })) {
    if (finding.kind === 'file') found.push(finding.file.path);
    else if (finding.kind === 'failure') found.push(`${finding.error.code} ${finding.path}`);
    else if (finding.kind === 'warning') found.push(`! ${finding.message}`);
    else passedOver.set(finding.ending, (passedOver.get(finding.ending) ?? 0) + 1);
  }
  return [...found, ...Array.from(passedOver, ([ending, files]) => `${files} ${ending}`)];
}

const sources = new FileSources();

test('walks folders in order of name, and skips what is hidden or installed', async () => {
  write(
    'b.md',
    'a/z.txt',
    'a/B.MD',
    '.git/x.md',
    'a/.hidden.md',
    'node_modules/y.md',
    'package-lock.json',
    '~$b.md',
    'a/Thumbs.db',
    'a/desktop.ini',
    'a/x.min.js',
    configFileName,
    'store/s.md',
    'ä.md',
  );
  expect(await find(['.'], { storeDirectory: 'store' })).toEqual(['a/B.MD', 'a/z.txt', 'b.md', 'ä.md']);
  expect(await find([configFileName])).toEqual([configFileName]);
});

test('says of the store’s own folder that it is not read', async () => {
  write('store/s.md');
  expect(await find(['store'], { storeDirectory: 'store' })).toEqual(['path_unreadable store']);
});

test('keeps paths as they were given, normalised', async () => {
  write('docs/a.md', 'docs/in/b.md');
  expect(await find(['./docs/'])).toEqual(['docs/a.md', 'docs/in/b.md']);
  expect(await find([join(directory, 'docs')])).toEqual([
    `${directory}/docs/a.md`,
    `${directory}/docs/in/b.md`,
  ]);
  expect(await find(['docs/in/../a.md'])).toEqual(['docs/a.md']);
});

test('finds a file once, however often it is named', async () => {
  write('docs/a.md');
  expect(await find(['docs', 'docs/a.md', join(directory, 'docs')])).toEqual(['docs/a.md']);
});

test('names of what no parser takes are counted by ending', async () => {
  write('a.md', 'b.png', 'c.PNG', 'notes.xyz');
  expect(await find(['.'])).toEqual(['a.md', '2 .png', '1 .xyz']);
});

test('without an ending text for readers is taken, and what else there is counted', async () => {
  write('README', 'in/LICENSE-MIT');
  const others = {
    blank: ' \n',
    blob: 'a list with a\0 between its words',
    program: '\x7fELF',
    script: '#!/bin/sh\necho',
    id_rsa: '-----BEGIN OPENSSH PRIVATE KEY-----\n',
    large: 'words '.repeat(200_000),
    '.env': 'hidden',
  };
  for (const [name, content] of Object.entries(others)) writeFileSync(name, content);
  writeFileSync('wide', Buffer.from('\ufeffUTF-16 has NULs', 'utf16le'));
  expect(await find(['.'])).toEqual(['README', 'in/LICENSE-MIT', 'wide', '6 ']);
});

test('names of texts are taken whatever follows behind a dot, and numbers behind one are no ending', async () => {
  write('NEWS.Debian', 'README.fr', 'Apache-2.0', 'Minutes 3.5.2024');
  const others = {
    'README.bin': '\0\0\0',
    'LICENSE.svg': '<svg/>',
    'install.cmd': 'copy a b',
    'main.c~': 'int main;',
    'ls.1': '.TH LS 1\nwords',
    'libpump.so.6': '\x7fELF',
  };
  for (const [name, content] of Object.entries(others)) writeFileSync(name, content);
  expect(await find(['.'])).toEqual([
    'Apache-2.0',
    'Minutes 3.5.2024',
    'NEWS.Debian',
    'README.fr',
    '1 .svg',
    '1 .bin',
    '1 .cmd',
    '2 ',
    '1 .c~',
  ]);
});

test('empty source files and indexes for the search of pages are passed over, empty documents are not', async () => {
  write('a.md', 'searchindex.js', 'search_index.json');
  for (const name of ['__init__.py', 'in.py', 'empty.txt']) writeFileSync(name, '');
  writeFileSync('in.py', 'call()');
  const extensions = new Set(['.js', '.json', '.md', '.py', '.txt']);
  expect(await find(['.'], { extensions })).toEqual(['a.md', 'empty.txt', 'in.py', '1 .py']);
  expect(await find(['__init__.py'], { extensions })).toEqual(['__init__.py']);
});

test('ignore files are honoured at every level of a folder, not for files that are named', async () => {
  write('a.md', 'drafts/a.md', 'in/a.md', 'in/b.md', 'in/deep/b.md', 'in/deep/b.png');
  writeFileSync('.gitignore', 'drafts/\n*.png\n');
  writeFileSync('in/.footnoteignore', 'b.md\n!deep/b.md\n');
  expect(await find(['.'])).toEqual(['a.md', 'in/a.md', 'in/deep/b.md']);
  expect(await find(['drafts/a.md', 'in/b.md'])).toEqual(['drafts/a.md', 'in/b.md']);
});

test('a folder of which ignore files leave nothing is told with the first thing that is left out, and by which', async () => {
  write('a/b.md', 'a/in/deep/c.md', 'a/p.png', 'b/d.md', 'b/e.md');
  writeFileSync('a/in/.gitignore', 'deep/\n');
  writeFileSync('a/.footnoteignore', 'b.md\n');
  writeFileSync('b/.gitignore', 'd.md\n');
  const remedy = 'List what to read, with "!" before it, in a .footnoteignore next to it';
  expect(await find(['a', 'b'])).toEqual([
    `! a has nothing left to read: a/.footnoteignore leaves out a/b.md, and ignore files leave out 1 more. ${remedy}`,
    'b/e.md',
    '1 .png',
  ]);
  expect(await find(['a/in'])).toEqual([
    `! a/in has nothing left to read: a/in/.gitignore leaves out a/in/deep. ${remedy}`,
  ]);
  expect(await find(['a/in'], { only: ['a/in/deep/c.md'] })).toEqual([]);
  expect(await find(['b/e.md', 'b'])).toEqual(['b/e.md']);
});

test('nothing is taken from a folder whose ignore file cannot be read', async () => {
  write('a.md', 'in/b.md', 'in/deep/c.md', 'in/.gitignore/d.md');
  expect(await find(['.'])).toEqual(['a.md', 'path_unreadable in']);
  expect(await find(['in/b.md'])).toEqual(['in/b.md']);
});

test('a pipe in the place of an ignore file is not waited for', async () => {
  write('a.md', 'in/b.md');
  execFileSync('mkfifo', ['in/.gitignore']);
  expect(await find(['.'])).toEqual(['a.md', 'path_unreadable in']);
});

test('globs limit what is taken from folders, not files that are named', async () => {
  write('docs/a.md', 'docs/a.txt', 'docs/old/b.md', 'docs/in/old/c.md', 'docs/x.png');
  expect(await find(['docs'], { include: ['*.md'] })).toEqual([
    'docs/a.md',
    'docs/in/old/c.md',
    'docs/old/b.md',
  ]);
  expect(await find(['docs'], { exclude: ['old', '*.png'] })).toEqual(['docs/a.md', 'docs/a.txt']);
  expect(await find(['docs'], { include: ['*.md'], exclude: ['/old'] })).toEqual([
    'docs/a.md',
    'docs/in/old/c.md',
  ]);
  expect(await find(['docs/a.txt'], { include: ['*.md'], exclude: ['*'] })).toEqual(['docs/a.txt']);
});

test('some files alone can be asked for, as reports name them', async () => {
  write('docs/a.md', 'docs/b.md', 'docs/in/c.md', 'd.md');
  const only = ['docs/b.md/member', 'docs/in/c.md', 'd.md'];
  expect(await find(['docs', 'd.md'], { only })).toEqual(['docs/b.md', 'docs/in/c.md', 'd.md']);
  expect(await find(['docs', 'd.md'], { only: ['docs/in', 'doc'] })).toEqual(['docs/in/c.md']);
});

test('what is asked for by name is found whatever its ending; what cannot be had is a failure', async () => {
  write('a.md', 'b.png');
  expect(await find(['missing', 'b.png', 'a.md/inside', 'a.md'])).toEqual([
    'path_not_found missing',
    'b.png',
    'path_not_found a.md/inside',
    'a.md',
  ]);
});

test('links are not followed; one that leads out is warned of', async () => {
  write('root/a.md', 'root/sub/b.md', 'outside/c.md');
  symlinkSync(join(directory, 'outside'), 'root/out');
  symlinkSync(join(directory, 'root'), 'root/sub/loop');
  symlinkSync('nowhere', 'root/broken.md');
  expect(await find(['root'])).toEqual([
    'root/a.md',
    '! root/broken.md is a broken link',
    '! root/out is a link that points outside the folder and was not followed',
    'root/sub/b.md',
  ]);
});

test('what is neither a file nor a folder is warned of, and not waited for', async () => {
  write('root/a.md');
  execFileSync('mkfifo', ['root/pipe.md']);
  const socket = createServer().listen('root/socket.md');
  await once(socket, 'listening');
  expect(await find(['root'])).toEqual([
    'root/a.md',
    '! root/pipe.md is a named pipe and was not read',
    '! root/socket.md is a socket and was not read',
  ]);
  socket.close();
});

test('a link that is named is followed', async () => {
  write('real/a.md');
  symlinkSync('real', 'link');
  expect(await find(['link'])).toEqual(['link/a.md']);
});

test('loads bytes with their hash', async () => {
  writeFileSync('a.md', 'abc');
  for await (const finding of findFiles(['a.md'], { extensions: new Set(['.md']) })) {
    if (finding.kind !== 'file') throw new Error(finding.kind);
    const absolutePath = join(directory, 'a.md');
    expect(finding.file).toMatchObject({ path: 'a.md', absolutePath, bytes: 3, isNamed: true });
    const loaded = await loadFile(finding.file, { maxFileBytes: 3, sources });
    expect(new TextDecoder().decode(loaded.bytes)).toBe('abc');
    expect(loaded.contentHash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    await expect(loadFile(finding.file, { maxFileBytes: 2, sources })).rejects.toMatchObject({
      code: 'file_too_large',
    });
    const mailbox = { ...finding.file, path: 'a.pst' };
    await expect(loadFile(mailbox, { maxFileBytes: 2, sources })).rejects.toMatchObject({
      code: 'file_convertible',
    });
    rmSync('a.md');
    await expect(loadFile(finding.file, { maxFileBytes: 3, sources })).rejects.toMatchObject({
      code: 'path_not_found',
    });
  }
});
