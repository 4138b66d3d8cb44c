import { crc32, inflateRawSync } from 'node:zlib';
import type { ContainerLimits, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { memberName, refused, tooLarge } from './container-limits.ts';
import { type ZipEntry, zipEntries } from './zip-directory.ts';

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
