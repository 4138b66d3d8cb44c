import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ContainerLimits, ContainerMember, SourceFile } from '../contracts/parser.ts';
import { containerLoaders, parserLoaders } from './format-loaders.ts';
import { containerFor, parserFor } from './parsers.ts';

const limits: ContainerLimits = {
  maxMembers: 5,
  maxBytes: 1000,
  maxMemberBytes: 1000,
  maxRatio: 100,
  maxDepth: 2,
};

const zip = (files: Parameters<typeof zipSync>[0], path = 'a.zip'): SourceFile => ({
  path,
  bytes: zipSync(files),
});

/** The members that can be read. */
async function membersOf(file: SourceFile, within = limits): Promise<readonly SourceFile[]> {
  return (await allMembersOf(file, within)).filter((member) => 'bytes' in member);
}

async function allMembersOf(file: SourceFile, within = limits): Promise<readonly ContainerMember[]> {
  const container = containerFor(file);
  if (!container) throw new Error(`${file.path} is no container`);
  const members: ContainerMember[] = [];
  for await (const member of container.members(file, within)) members.push(member);
  return members;
}

const email = readFileSync(join(import.meta.dirname, 'cases/email/source.eml'));

test('the members of an archive have its path before their own; what macOS adds is left out', async () => {
  const file = zip({
    'docs/a.md': strToU8('# A'),
    'docs/': strToU8(''),
    '__MACOSX/docs/._a.md': strToU8('x'),
    'b.txt': strToU8('b'),
  });
  expect((await membersOf(file)).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['a.zip/docs/a.md', '# A'],
    ['a.zip/b.txt', 'b'],
  ]);
});

test('an archive is known by its bytes, and is not a document that is packed the same way', () => {
  expect(containerFor(zip({ 'a.txt': strToU8('a') }, 'renamed.bin'))?.name).toBe('zip');
  expect(containerFor(zip({ '[Content_Types].xml': strToU8('<x/>') }))).toBeUndefined();
  expect(
    containerFor(zip({ mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }] })),
  ).toBeUndefined();
  expect(containerFor({ path: 'a.zip', bytes: strToU8('not one') })).toBeUndefined();
});

test('the attachments of an e-mail are its members, and it is a document itself', async () => {
  const file = { path: 'mail/a.eml', bytes: email };
  expect(containerFor(file)?.isDocument).toBe(true);
  expect(parserFor(file).name).toBe('email');
  expect((await membersOf(file)).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['mail/a.eml/prices.csv', 'rose,price\ngallica,9\n'],
  ]);
});

function attached(parameters: string): string {
  return `--b\r\nContent-Type: text/plain${parameters}\r\nContent-Disposition: attachment\r\n\r\nx\r\n`;
}

test('attachments of one name are told apart, and have a name where the message gives none', async () => {
  const message = `From: a@b.c\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${attached('; name=a.txt')}${attached('; name=a.txt')}${attached('')}--b--\r\n`;
  const members = await membersOf({ path: 'm.eml', bytes: strToU8(message) });
  expect(members.map(({ path }) => path)).toEqual(['m.eml/a.txt', 'm.eml/2-a.txt', 'm.eml/attachment-3.txt']);
});

const climbing = `From: a@b.c\nMIME-Version: 1.0\nContent-Type: text/plain; name="../../x"\nContent-Disposition: attachment; filename="../../x"\n\nx`;

test.each([
  ['a name that climbs out', zip({ '../a.txt': strToU8('a') }), limits],
  ['an absolute name', zip({ '/etc/a.txt': strToU8('a') }), limits],
  [
    'too many members',
    zip(Object.fromEntries('abcdef'.split('').map((name) => [name, strToU8(name)]))),
    limits,
  ],
  ['too many bytes', zip({ a: new Uint8Array(1001) }), limits],
  ['archives too deep', zip({ a: strToU8('a') }), { ...limits, maxDepth: 0 }],
  ['an attachment whose name climbs out', { path: 'a.eml', bytes: strToU8(climbing) }, limits],
  ['too large attachments', { path: 'a.eml', bytes: email }, { ...limits, maxBytes: 10 }],
  ['messages too deep', { path: 'a.eml', bytes: email }, { ...limits, maxDepth: 0 }],
])('archive_refused for %s', async (_, file, within) => {
  await expect(membersOf(file, within)).rejects.toMatchObject({ code: 'archive_refused' });
});

test.each([
  ['an archive', zip({ 'a.txt': strToU8('a'), 'b.txt': strToU8('over the limit'), 'c.txt': strToU8('c') })],
  [
    'a message',
    {
      path: 'a.zip',
      bytes: strToU8(
        `From: a@b.c\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${attached('; name=a.txt')}${attached('; name=b.txt').replace('\r\nx\r\n', '\r\nover the limit\r\n')}${attached('; name=c.txt')}--b--\r\n`,
      ),
    },
  ],
])('in %s a member over the limit of a file fails alone', async (_, file) => {
  const members = await allMembersOf(file, { ...limits, maxMemberBytes: 10 });
  expect(members.map((member) => [member.path, 'error' in member ? member.error.code : 'read'])).toEqual([
    ['a.zip/a.txt', 'read'],
    ['a.zip/b.txt', 'file_too_large'],
    ['a.zip/c.txt', 'read'],
  ]);
});

test('a member that is packed in another way fails alone', async () => {
  const bytes = zipSync({ 'a.txt': [strToU8('a'), { level: 0 }], 'b.txt': [strToU8('b'), { level: 0 }] });
  const directory = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes[directory + 10] = 12;
  const [first, second] = await allMembersOf({ path: 'a.zip', bytes }, limits);
  expect(first).toMatchObject({ path: 'a.zip/a.txt', error: { code: 'file_convertible' } });
  expect(second).toMatchObject({ path: 'a.zip/b.txt', bytes: strToU8('b') });
});

test('file_encrypted for a member that needs a password', async () => {
  const bytes = zipSync({ 'a.txt': [strToU8('secret'), { level: 0 }] });
  const directory = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes[directory + 8] = 1;
  await expect(membersOf({ path: 'a.zip', bytes })).rejects.toMatchObject({ code: 'file_encrypted' });
});

test('every format is loaded by its own name', async () => {
  for (const loaders of [parserLoaders, containerLoaders]) {
    for (const [name, load] of Object.entries(loaders)) expect((await load()).name).toBe(name);
  }
});
