import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** What is known of a file since it was read. */
export interface KnownFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** SHA-256, hexadecimal. */
  readonly contentHash: string;
}

/**
 * Whether a file still is as it was when it was read: of the same length and date, or else of the same content. One
 * that is gone, or may not be read any more, is not.
 */
export async function isUnchanged(known: KnownFile): Promise<boolean> {
  try {
    const now = await stat(known.path);
    if (!now.isFile() || now.size !== known.bytes) return false;
    const changed = Math.max(now.mtimeMs, now.ctimeMs);
    if (Math.trunc(changed) === Math.trunc(known.modifiedMs)) return true;
    const hash = createHash('sha256');
    for await (const piece of createReadStream(known.path)) hash.update(piece as Uint8Array);
    return hash.digest('hex') === known.contentHash;
  } catch {
    return false;
  }
}

/** The bytes `[start, end)` of a file; fewer where it ends before. Errors: those of the file system. */
export async function readPart(path: string, start: number, end: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(end - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
