import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { isFootnoteError } from '../errors.ts';
import { containerFor } from '../formats/parsers.ts';
import { FileSources } from './file-sources.ts';
import type { FoundFile } from './find-files.ts';
import { loadContents } from './load.ts';

const limits = { maxMembers: 100, maxBytes: 100_000, maxMemberBytes: 50_000, maxRatio: 1000, maxDepth: 3 };

/** Writes an archive and reads it: the path of each member within it, with its error's code where it has one. */
async function read(archive: Zippable, containerLimits = limits): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'read-contents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const absolutePath = join(folder, 'a.zip');
  writeFileSync(absolutePath, zipSync(archive));
  const { size, mtimeMs } = statSync(absolutePath);
  const file: FoundFile = {
    path: 'a.zip',
    absolutePath,
    root: folder,
    isNamed: true,
    bytes: size,
    modifiedMs: mtimeMs,
  };
  const found: string[] = [];
  try {
    for await (const member of loadContents(file, {
      maxFileBytes: 1_000_000,
      sources: new FileSources(),
      parsers: {
        containerFor,
        unpack: async function* (container, opened, within) {
          yield* container.members(opened, within);
        },
      },
      signal: undefined,
      containerLimits,
    })) {
      const { path } = member.source;
      found.push('error' in member ? `${path} ${member.error.code}` : path);
    }
  } catch (error) {
    found.push(isFootnoteError(error) ? error.message : String(error));
  }
  return found;
}

const text = strToU8('text');

test('members of archives in archives have the paths of all of them', async () => {
  const archive = {
    'b.txt': text,
    'in.zip': zipSync({ 'c.txt': text, 'deep.zip': zipSync({ 'd.txt': text }) }),
  };
  expect(await read(archive)).toEqual(['a.zip/b.txt', 'a.zip/in.zip/c.txt', 'a.zip/in.zip/deep.zip/d.txt']);
});

test('the limit of members holds for all archives of a file together', async () => {
  const inner = zipSync({ '1.txt': text, '2.txt': text });
  const archive = { 'a.zip': inner, 'b.zip': inner, 'c.zip': inner };
  expect((await read(archive, { ...limits, maxMembers: 9 })).length).toBe(6);
  const refused = await read(archive, { ...limits, maxMembers: 8 });
  expect(refused.slice(0, -1)).toEqual([
    'a.zip/a.zip/1.txt',
    'a.zip/a.zip/2.txt',
    'a.zip/b.zip/1.txt',
    'a.zip/b.zip/2.txt',
    'a.zip/c.zip/1.txt',
  ]);
  expect(refused.at(-1)).toContain('the archives in it contain more than the limit of 8 members');
});

test('the limit of bytes holds for all archives of a file together', async () => {
  const inner = zipSync({ 'large.txt': strToU8('z'.repeat(40_000)) });
  const refused = await read({ 'a.zip': inner, 'b.zip': inner, 'c.zip': inner });
  expect(refused.slice(0, -1)).toEqual(['a.zip/a.zip/large.txt', 'a.zip/b.zip/large.txt']);
  expect(refused.at(-1)).toContain('the archives in it unpack to more than the limit of 100000 bytes');
});

test('a member over the limit of a file and a damaged archive fail alone', async () => {
  const damaged = zipSync({ 'x.txt': text }).subarray(0, 60);
  const archive = { 'large.txt': strToU8('z'.repeat(60_000)), 'torn.zip': damaged, 'z.txt': text };
  expect(await read(archive)).toEqual([
    'a.zip/large.txt file_too_large',
    'a.zip/torn.zip file_damaged',
    'a.zip/z.txt',
  ]);
});

test('archives too deep end the file', async () => {
  const deep = { 'b.txt': text, 'in.zip': zipSync({ 'in.zip': zipSync({ 'c.txt': text }) }), 'z.txt': text };
  const found = await read(deep, { ...limits, maxDepth: 2 });
  expect(found).toEqual(['a.zip/b.txt', expect.stringContaining('it is nested in too many archives')]);
});
