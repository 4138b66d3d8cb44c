import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isFootnoteError } from '../../errors.ts';
import { isZip, openedArchive, packageLimits, readZip } from './zip-archive.ts';

const path = 'a.zip';

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isFootnoteError(error)) return error.code;
    throw error;
  }
  return 'none';
}

/** Overwrites the 32-bit number `at` bytes behind the signature, wherever that stands. */
function patched(bytes: Uint8Array, signature: number, at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let offset = 0; offset + 4 <= copy.length; offset++) {
    if (view.getUint32(offset, true) === signature) view.setUint32(offset + at, value, true);
  }
  return copy;
}

const entrySignature = 0x02014b50;

test('members are unpacked by name, stored or deflated, folders are left out', () => {
  const bytes = zipSync({
    'a.txt': strToU8('one'),
    folder: { 'ü.txt': [strToU8('two'), { level: 0 }], 'empty.txt': new Uint8Array() },
  });
  const archive = openedArchive({ path, bytes });
  const texts = [...archive].map(([name, unpack]) => [name, new TextDecoder().decode(unpack())]);
  expect(isZip(bytes)).toBe(true);
  expect(texts).toEqual([
    ['a.txt', 'one'],
    ['folder/ü.txt', 'two'],
    ['folder/empty.txt', ''],
  ]);
});

test('bytes in front of the archive do not matter', () => {
  const bytes = zipSync({ 'a.txt': strToU8('one') });
  const prefixed = new Uint8Array([...strToU8('#!/bin/sh\n'), ...bytes]);
  const unpacked = openedArchive({ path, bytes: prefixed }).get('a.txt')?.();
  expect(unpacked).toEqual(strToU8('one'));
});

test.each(['../up.txt', 'a/../../up.txt', '/etc/passwd', 'C:\\x.txt', 'a\\..\\..\\b', 'nul\0.txt'])(
  'the name %j leads out of the archive',
  (name) => {
    const bytes = zipSync({ [name]: strToU8('x') });
    expect(codeOf(() => openedArchive({ path, bytes }))).toBe('archive_refused');
  },
);

test('each limit refuses', () => {
  const bytes = zipSync({ a: new Uint8Array(2 * 1024 * 1024), b: strToU8('b') });
  const read = (limits: object) => codeOf(() => readZip({ path, bytes }, { ...packageLimits, ...limits }));
  expect(read({ maxRatio: 2000 })).toBe('none');
  expect(read({ maxRatio: 500 })).toBe('archive_refused');
  expect(read({ maxRatio: 2000, maxMembers: 1 })).toBe('archive_refused');
  expect(read({ maxRatio: 2000, maxBytes: 2 * 1024 * 1024 })).toBe('archive_refused');
});

test('a member that unpacks to more than it declares is stopped there', () => {
  const bytes = patched(zipSync({ a: new Uint8Array(5000) }), entrySignature, 24, 100);
  const unpack = openedArchive({ path, bytes }).get('a') as () => Uint8Array;
  expect(codeOf(unpack)).toBe('archive_refused');
});

test('a member that unpacks to less, or to other bytes, is damaged', () => {
  const source = zipSync({ a: strToU8('hello hello hello') });
  for (const bytes of [patched(source, entrySignature, 24, 18), patched(source, entrySignature, 16, 7)]) {
    const unpack = openedArchive({ path, bytes }).get('a') as () => Uint8Array;
    expect(codeOf(unpack)).toBe('file_damaged');
  }
});

test('members that share bytes are refused', () => {
  const bytes = patched(zipSync({ a: strToU8('one'), b: strToU8('two') }), entrySignature, 42, 0);
  expect(codeOf(() => openedArchive({ path, bytes }))).toBe('archive_refused');
});

test('encrypted members say so when they are read', () => {
  const flagsAndMethod = 8 * 0x10000 + 1;
  const bytes = patched(zipSync({ a: strToU8('one') }), entrySignature, 8, flagsAndMethod);
  const unpack = openedArchive({ path, bytes }).get('a') as () => Uint8Array;
  expect(codeOf(unpack)).toBe('file_encrypted');
});

test('a file that was cut off anywhere is damaged', () => {
  const bytes = zipSync({ a: strToU8('one'), b: strToU8('two') });
  for (let length = 0; length < bytes.length; length++) {
    expect(codeOf(() => openedArchive({ path, bytes: bytes.subarray(0, length) }))).toBe('file_damaged');
  }
});

/** Names as they stand in the archive, in Latin-1. */
function namesIn(raw: readonly string[]): readonly string[] {
  const placeholders = raw.map((name, index) => `${index}`.padEnd(name.length, '#'));
  const files = Object.fromEntries(placeholders.map((name) => [name, strToU8('one')]));
  let archive = Buffer.from(zipSync(files)).toString('latin1');
  for (const [index, name] of raw.entries()) {
    archive = archive.replaceAll(placeholders[index] as string, () => name);
  }
  return [...openedArchive({ path, bytes: Buffer.from(archive, 'latin1') }).keys()];
}

test.each([
  ['UTF-8', Buffer.from('Grüße').toString('latin1'), 'Grüße'],
  ['code page 850', 'Gr\x81\xe1e', 'Grüße'],
  ['windows-1252', 'Gr\xfc\xdfe', 'Grüße'],
  ['code page 866', '\x8e\xe2\xe7\xf1\xe2', 'Отчёт'],
  ['windows-1251', '\xcf\xeb\xe0\xed 12', 'План 12'],
  ['windows-1256', '\xca\xde\xd1\xed\xd1', 'تقرير'],
  ['Shift-JIS', '\x8e\x91\x97\xbf', '資料'],
])('names in %s are read', (_, raw, name) => {
  expect(namesIn([raw])).toEqual([name]);
});

test('all names of an archive are in the encoding that they are in together', () => {
  const names = ['\xe4\xee\xec', '\xc4\xee\xe3\xee\xe2\xee\xf0 \xe0\xf0\xe5\xed\xe4\xfb', 'a.txt'];
  expect(namesIn(names)).toEqual(['дом', 'Договор аренды', 'a.txt']);
});
