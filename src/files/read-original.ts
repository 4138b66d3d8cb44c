import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** What is known of a file since it was read. */
interface KnownFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** SHA-256, hexadecimal. */
  readonly contentHash: string;
}

/** Hashes that are remembered, most. */
const mostHashes = 1000;

/** Tells whether files still are as they were when they were read. */
export class UnchangedFiles {
  /** Of files with another date, by path, length and that date: each part of a file is asked for by itself. */
  readonly #hashes = new Map<string, string>();

  /**
   * Whether a file is of the same length and date, or else of the same content. One that is gone, or may not be read
   * any more, is not.
   */
  async has({ path, bytes, modifiedMs, contentHash }: KnownFile): Promise<boolean> {
    try {
      const now = await stat(path);
      if (!now.isFile() || now.size !== bytes) return false;
      const changed = Math.trunc(Math.max(now.mtimeMs, now.ctimeMs));
      if (changed === Math.trunc(modifiedMs)) return true;
      const key = `${changed} ${bytes} ${path}`;
      const hash = this.#hashes.get(key) ?? (await hashOf(path));
      if (this.#hashes.size >= mostHashes) this.#hashes.clear();
      this.#hashes.set(key, hash);
      return hash === contentHash;
    } catch {
      return false;
    }
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
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
