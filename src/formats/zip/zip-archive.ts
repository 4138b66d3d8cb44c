import { isUtf8 } from 'node:buffer';
import { crc32, inflateRawSync } from 'node:zlib';
import type { ContainerLimits, ContainerMember, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { decodeBytes, decodeUtf8 } from '../../text/decode/decode-bytes.ts';
import { legacyEncoding } from '../../text/decode/legacy-encoding.ts';
import { latin1Text } from '../document/text-format.ts';

/** The files of an archive by name, in its order. A member is unpacked when its function is called, each time anew. */
export type ZipArchive = ReadonlyMap<string, () => Uint8Array>;

/**
 * Bounds on formats that are ZIP archives inside (Office, EPUB): far above any real document, and below what would
 * harm. The ratio is close to what deflate can do at most (1032), since a sheet of empty cells does come near.
 */
export const packageLimits: ContainerLimits = {
  maxMembers: 20_000,
  maxBytes: 512 * 1024 * 1024,
  maxMemberBytes: 512 * 1024 * 1024,
  maxRatio: 500,
  maxDepth: 1,
};

/** Members below this size may be packed as tightly as they like. */
const ratioAppliesAbove = 1024 * 1024;

/** Whether the bytes begin as a ZIP archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 &&
    bytes[1] === 0x4b &&
    ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

/**
 * Reads the directory of a ZIP archive; folders and symbolic links are left out. Sizes are checked twice: as the
 * directory declares them, here, and as they unpack, in the member's function, which gives exactly the declared
 * size or fails. So all members together stay under `limits.maxBytes`.
 * Errors: `archive_refused` beyond a limit, for a name that climbs out, two members of one name or overlapping
 * members; `file_damaged` where the directory or a member is not as it should be; from the function of a member
 * `file_encrypted`, `file_convertible` where it is packed in another way, and `file_too_large` over
 * `limits.maxMemberBytes`.
 */
export function readZip(file: SourceFile, limits: ContainerLimits): ZipArchive {
  const { path, bytes } = file;
  const entries = zipEntries(file, limits.maxMembers);
  checkSizes(entries, limits, path);
  checkOverlap(entries, path);
  const archive = new Map<string, () => Uint8Array>();
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    const name = memberName(entry.name, path);
    if (archive.has(name)) throw refused(path, `two of its members are named ${name}`);
    archive.set(name, () => {
      const { size } = entry;
      if (size > limits.maxMemberBytes) throw tooLarge(`${path}/${entry.name}`, size, limits.maxMemberBytes);
      return unpack(bytes, entry, path);
    });
  }
  return archive;
}

/** Every kind of file that is an archive inside asks the same of the same bytes. */
const opened = new WeakMap<Uint8Array, ZipArchive>();

/** The parts of a document that is an archive inside, within its limits. Errors: those of {@link readZip}. */
export function openedArchive(file: SourceFile): ZipArchive {
  const archive = opened.get(file.bytes) ?? readZip(file, packageLimits);
  opened.set(file.bytes, archive);
  return archive;
}

function checkSizes(entries: readonly ZipEntry[], limits: ContainerLimits, path: string): void {
  let total = 0;
  for (const { name, size, packedSize } of entries) {
    total += size;
    if (total > limits.maxBytes) {
      throw refused(path, `it unpacks to more than the limit of ${limits.maxBytes} bytes`);
    }
    if (size > ratioAppliesAbove && size > packedSize * limits.maxRatio) {
      throw refused(
        path,
        `${name} unpacks to ${Math.round(size / packedSize)} times its size; the limit is ${limits.maxRatio}`,
      );
    }
  }
}

/** Members that share bytes are how an archive of a few megabytes unpacks to terabytes without nesting. */
function checkOverlap(entries: readonly ZipEntry[], path: string): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.headerStart - b.headerStart)) {
    if (entry.headerStart < end) throw refused(path, `${entry.name} shares its bytes with another member`);
    end = entry.headerStart + entry.packedSize;
  }
}

/**
 * The members of an archive of which only the end is at hand, from this byte of the file on; undefined where more is
 * needed than that. Errors: those of {@link zipEntries}.
 */
export function readZipTail(tail: SourceFile, from: number): readonly ZipEntry[] | undefined {
  const directory = findDirectory(tail.bytes, from);
  return directory ? zipEntries(tail, packageLimits.maxMembers, from) : undefined;
}

/** What a member holds; `bytes`: of the file from the member's header on. Errors: as of the functions of an archive. */
export function unpackMember(bytes: Uint8Array, entry: ZipEntry, path: string): Uint8Array {
  return unpack(bytes, { ...entry, headerStart: 0 }, path);
}

const stored = 0;
const deflated = 8;

function unpack(bytes: Uint8Array, entry: ZipEntry, path: string): Uint8Array {
  if (entry.isEncrypted) throw new FootnoteError('file_encrypted', { path });
  if (entry.method !== stored && entry.method !== deflated) {
    const kind = `compressed with method ${entry.method}, which is not supported`;
    const target = 'a ZIP archive that is compressed with deflate';
    throw new FootnoteError('file_convertible', { path: `${path}/${entry.name}`, kind, target });
  }
  const packed = packedBytes(bytes, entry, path);
  const unpacked = entry.method === stored ? packed : inflate(packed, entry, path);
  if (unpacked.length !== entry.size || crc32(unpacked) !== entry.crc32) {
    throw new FootnoteError('file_damaged', {
      path,
      problem: `its part ${entry.name} does not match its checksum`,
    });
  }
  return unpacked;
}

/** Bounds of the piece that is unpacked at once; below the lower one zlib refuses. */
const minChunkSize = 64;
const maxChunkSize = 1024 * 1024;

function inflate(packed: Uint8Array, entry: ZipEntry, path: string): Uint8Array {
  try {
    const { buffer, byteOffset, length } = inflateRawSync(packed, {
      maxOutputLength: Math.max(1, entry.size),
      // One piece holds all of a small part: no pieces to be put together.
      chunkSize: Math.min(maxChunkSize, Math.max(minChunkSize, entry.size + 1)),
    });
    return new Uint8Array(buffer, byteOffset, length);
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw refused(path, `${entry.name} unpacks to more than the ${entry.size} bytes it declares`);
    }
    throw new FootnoteError(
      'file_damaged',
      { path, problem: `its part ${entry.name} cannot be unpacked` },
      { cause },
    );
  }
}

const localHeaderSize = 30;
const localHeaderSignature = 0x04034b50;

function packedBytes(bytes: Uint8Array, entry: ZipEntry, path: string): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { headerStart } = entry;
  if (
    headerStart + localHeaderSize <= bytes.length &&
    view.getUint32(headerStart, true) === localHeaderSignature
  ) {
    const nameLength = view.getUint16(headerStart + 26, true);
    const extraLength = view.getUint16(headerStart + 28, true);
    const start = headerStart + localHeaderSize + nameLength + extraLength;
    if (start + entry.packedSize <= bytes.length) return bytes.subarray(start, start + entry.packedSize);
  }
  throw new FootnoteError('file_damaged', { path, problem: `its part ${entry.name} is missing` });
}

/** One entry of a ZIP archive's central directory. */
interface ZipEntry {
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
 * the archive are allowed. `from`: the byte of the file that `bytes` begin at. Errors: `file_damaged` where there is no
 * directory or it breaks off, `archive_refused` over `maxMembers`.
 */
export function zipEntries({ path, bytes }: SourceFile, maxMembers: number, from = 0): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(bytes, from);
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

/** Where the directory is in `bytes`, which begin at a byte of the file; undefined where it is not among them. */
function findDirectory(bytes: Uint8Array, from: number): Directory | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lowest = Math.max(0, view.byteLength - endSize - maxCommentLength);
  for (let end = view.byteLength - endSize; end >= lowest; end--) {
    if (view.getUint32(end, true) !== endSignature) continue;
    const directory = directory64(view, end, from) ?? directory32(view, end, from);
    if (directory.start >= 0 && directory.shift >= 0) return directory;
  }
  return undefined;
}

function directory32(view: DataView, end: number, from: number): Directory {
  const start = end - view.getUint32(end + 12, true);
  const shift = start + from - view.getUint32(end + 16, true);
  return { start, end, count: view.getUint16(end + 10, true), shift };
}

function directory64(view: DataView, end: number, from: number): Directory | undefined {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== zip64LocatorSignature) return undefined;
  const record = Number(view.getBigUint64(locator + 8, true)) - from;
  if (record < 0 || record + 56 > locator || view.getUint32(record, true) !== zip64EndSignature)
    return undefined;
  const start = Number(view.getBigUint64(record + 48, true)) - from;
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

/** Why nothing of a container is read. */
export function refused(path: string, problem: string): FootnoteError {
  return new FootnoteError('archive_refused', { path, problem });
}

/** Errors: `archive_refused` where a container lies in as many others as may be. */
export function checkDepth({ maxDepth }: ContainerLimits, path: string): void {
  if (maxDepth < 1) throw refused(path, 'it is nested in too many archives and messages');
}

const unsafeName = /^\/|^[a-z]:|\0|(?:^|\/)\.\.(?:\/|$)/i;

/** A member's name as one below its container. Errors: `archive_refused` where it leads out of it. */
export function memberName(raw: string, path: string): string {
  const name = raw.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  if (name === '' || unsafeName.test(name))
    throw refused(path, `the name ${JSON.stringify(raw)} points outside it`);
  return name;
}

/** Paths of the members of a file in which several may have the same name: the second is `2-name`. */
export class MemberPaths {
  readonly #container: string;
  readonly #times = new Map<string, number>();

  constructor(container: string) {
    this.#container = container;
  }

  /** Errors: those of {@link memberName}. */
  next(raw: string): string {
    const name = memberName(raw, this.#container);
    const times = (this.#times.get(name) ?? 0) + 1;
    this.#times.set(name, times);
    return `${this.#container}/${times === 1 ? name : `${times}-${name}`}`;
  }
}

/** A member, or that it is too large. */
export function boundedMember(file: SourceFile, { maxMemberBytes }: ContainerLimits): ContainerMember {
  const { path, bytes } = file;
  return bytes.length > maxMemberBytes ? { path, error: tooLarge(path, bytes.length, maxMemberBytes) } : file;
}

/** That a member, of so many bytes, is over the limit. */
function tooLarge(path: string, size: number, limit: number): FootnoteError {
  return new FootnoteError('file_too_large', { path, size, limit });
}
