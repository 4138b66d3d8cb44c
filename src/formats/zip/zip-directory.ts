import { isUtf8 } from 'node:buffer';
import type { SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { decodeBytes, decodeUtf8 } from '../../text/decode/decode-bytes.ts';
import { legacyEncoding } from '../../text/decode/legacy-encoding.ts';
import { latin1Text } from '../latin1-text.ts';
import { refused } from './container-limits.ts';

/** One entry of a ZIP archive's central directory. */
export interface ZipEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** 0 stored, 8 deflated; others are rare. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc32: number;
  readonly packedSize: number;
  /** Unpacked size in bytes, as declared. */
  readonly size: number;
  /** Offset of the entry's local header in the file. */
  readonly headerStart: number;
}

const endSignature = 0x06054b50;
const endSize = 22;
const maxCommentLength = 0xffff;
const zip64LocatorSignature = 0x07064b50;
const zip64EndSignature = 0x06064b50;
const entrySignature = 0x02014b50;
const entrySize = 46;

/** Stands in a 32-bit field whose value is in the ZIP64 extra field. */
const inZip64 = 0xffffffff;

/**
 * The entries of the central directory in order (PKWARE APPNOTE 4.3.12–4.3.16, with ZIP64). Bytes put in front of
 * the archive are allowed. Errors: `file_damaged` where there is no directory or it breaks off, `archive_refused`
 * over `maxMembers`.
 */
export function zipEntries({ path, bytes }: SourceFile, maxMembers: number): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(view);
  if (!directory) throw damaged(path);
  if (directory.count > maxMembers) {
    throw refused(path, `it has ${directory.count} members; the limit is ${maxMembers}`);
  }
  const headers: EntryHeader[] = [];
  let offset = directory.start;
  for (let index = 0; index < directory.count; index++) {
    const fits = offset >= 0 && offset + entrySize <= directory.end;
    if (!fits || view.getUint32(offset, true) !== entrySignature) throw damaged(path);
    const nameLength = view.getUint16(offset + 28, true);
    const extraLength = view.getUint16(offset + 30, true);
    const commentLength = view.getUint16(offset + 32, true);
    const next = offset + entrySize + nameLength + extraLength + commentLength;
    if (next > directory.end) throw damaged(path);
    headers.push({ offset, nameLength, extraLength });
    offset = next;
  }
  const names = decodedNames(
    headers.map((header) =>
      bytes.subarray(header.offset + entrySize, header.offset + entrySize + header.nameLength),
    ),
  );
  return headers.map((header, index) => readEntry(view, header, names[index] as string, directory.shift));
}

/** Where an entry stands in the directory. */
interface EntryHeader {
  readonly offset: number;
  readonly nameLength: number;
  readonly extraLength: number;
}

interface Directory {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** What has to be added to the offsets that the archive declares. */
  readonly shift: number;
}

function findDirectory(view: DataView): Directory | undefined {
  const lowest = Math.max(0, view.byteLength - endSize - maxCommentLength);
  for (let end = view.byteLength - endSize; end >= lowest; end--) {
    if (view.getUint32(end, true) !== endSignature) continue;
    const directory = directory64(view, end) ?? directory32(view, end);
    if (directory.start >= 0 && directory.shift >= 0) return directory;
  }
  return undefined;
}

function directory32(view: DataView, end: number): Directory {
  const size = view.getUint32(end + 12, true);
  const start = end - size;
  return { start, end, count: view.getUint16(end + 10, true), shift: start - view.getUint32(end + 16, true) };
}

function directory64(view: DataView, end: number): Directory | undefined {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== zip64LocatorSignature) return undefined;
  const record = Number(view.getBigUint64(locator + 8, true));
  if (record + 56 > locator || view.getUint32(record, true) !== zip64EndSignature) return undefined;
  const start = Number(view.getBigUint64(record + 48, true));
  const count = Number(view.getBigUint64(record + 32, true));
  return start <= record ? { start, end: record, count, shift: 0 } : undefined;
}

function readEntry(
  view: DataView,
  { offset, nameLength, extraLength }: EntryHeader,
  name: string,
  shift: number,
): ZipEntry {
  const flags = view.getUint16(offset + 8, true);
  const extraStart = view.byteOffset + offset + entrySize + nameLength;
  const extra = new DataView(view.buffer, extraStart, extraLength);
  const large = zip64Values(extra);
  const read = (at: number): number => {
    const value = view.getUint32(offset + at, true);
    return value === inZip64 ? Number(large.next().value ?? inZip64) : value;
  };
  // The ZIP64 field holds only the values that did not fit, in this order.
  const size = read(24);
  const packedSize = read(20);
  const headerStart = read(42) + shift;
  return {
    name,
    kind: entryKind(name, view.getUint32(offset + 38, true)),
    method: view.getUint16(offset + 10, true),
    isEncrypted: (flags & 1) === 1,
    crc32: view.getUint32(offset + 16, true),
    packedSize,
    size,
    headerStart,
  };
}

const zip64Field = 1;

function* zip64Values(extra: DataView): Generator<bigint, undefined> {
  for (let offset = 0; offset + 4 <= extra.byteLength; ) {
    const size = extra.getUint16(offset + 2, true);
    const end = Math.min(offset + 4 + size, extra.byteLength);
    if (extra.getUint16(offset, true) === zip64Field) {
      for (let value = offset + 4; value + 8 <= end; value += 8) yield extra.getBigUint64(value, true);
      return undefined;
    }
    offset += 4 + size;
  }
  return undefined;
}

/** The upper half of the external attributes is the Unix mode, where the archive was made on such a system. */
function entryKind(name: string, externalAttributes: number): ZipEntry['kind'] {
  if (/[/\\]$/.test(name)) return 'folder';
  return ((externalAttributes >>> 16) & 0o170000) === 0o120000 ? 'link' : 'file';
}

/** 0x80–0xA5 of code page 850, in which programs for Windows write names; its ß is 0xE1. */
const dosLetters = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ';

/**
 * Names with three letters in a row of code page 866, in which they write Russian ones: no word has so many accents,
 * and in the code page of Windows Russian letters stand elsewhere.
 */
const dosCyrillic = /^(?=[^]*[\x80-\xaf])(?=[^]*[\x80-\xaf\xe0-\xf1]{3})[\0-\xaf\xe0-\xf1]*$/;

/**
 * Names in Russian in windows-1251: a capital, small letters, and no capital behind one. Arabic and Hebrew have no
 * capitals, the accents of Greek stand where capitals do, and а, и, о, я, ё are rare letters there.
 */
const windowsCyrillic =
  /^(?=[^]*[\xc0-\xdf][\xe0-\xff\xb8]{2})(?=[^]*[\xc0\xce\xe0\xe8\xee\xff\xb8])(?![^]*[\xe0-\xff\xb8][\xc0-\xdf])[\0-\x7f\x91-\x97\xa0\xa8\xab\xb8\xb9\xbb\xc0-\xff]*$/;

/** UTF-8 by the standard's flag or without it; in older archives all others have one code page, the system's. */
function decodedNames(names: readonly Uint8Array[]): readonly string[] {
  const legacy = names.filter((name) => !isUtf8(name));
  if (legacy.length === 0) return names.map(decodeUtf8);
  const decode = legacyDecoder(legacy);
  return names.map((name) => (isUtf8(name) ? decodeUtf8(name) : decode(name)));
}

const lineFeed = Buffer.from('\n');

function legacyDecoder(names: readonly Uint8Array[]): (name: Uint8Array) => string {
  const bytes = Buffer.concat(names.flatMap((name) => [name, lineFeed]));
  const text = latin1Text(bytes, 0, bytes.length);
  if (windowsCyrillic.test(text)) return (name) => decodeBytes(name, 'windows-1251');
  const encoding = legacyEncoding(bytes);
  const isWindows = /^windows-125\d$/.test(encoding);
  if (isWindows && dosCyrillic.test(text)) return (name) => decodeBytes(name, 'ibm866');
  // In the code page of Windows these bytes are quotation marks and the like.
  if (!isWindows || !/^[\0-\xa5\xe1]*$/.test(text)) return (name) => decodeBytes(name, encoding);
  return (name) =>
    latin1Text(name, 0, name.length).replace(
      /[\x80-\xe1]/g,
      (letter) => dosLetters[letter.charCodeAt(0) - 0x80] ?? 'ß',
    );
}

function damaged(path: string): FootnoteError {
  const problem = 'its directory of parts is incomplete, as if it had not been copied completely';
  return new FootnoteError('file_damaged', { path, problem });
}
