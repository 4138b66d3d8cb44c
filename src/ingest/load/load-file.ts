import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import type { FoundFile } from './find-files.ts';
import { pathError } from './path-error.ts';

/** A file's bytes with the hash by which a change is noticed. */
export interface LoadedFile extends SourceFile {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly contentHash: string;
}

/** Reads a found file. Errors: `path_not_found`, `path_unreadable`, `file_too_large` where it has grown since. */
export async function loadFile(
  file: FoundFile,
  options: { maxFileBytes: number; signal?: AbortSignal },
): Promise<LoadedFile> {
  const bytes = await readBytes(file, options.signal);
  if (bytes.length > options.maxFileBytes) {
    const { path } = file;
    throw new FootnoteError('file_too_large', { path, size: bytes.length, limit: options.maxFileBytes });
  }
  return { path: file.path, bytes, contentHash: createHash('sha256').update(bytes).digest('hex') };
}

async function readBytes({ path, absolutePath }: FoundFile, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    return await readFile(absolutePath, { signal });
  } catch (cause) {
    throwIfAborted(signal);
    throw pathError(path, cause);
  }
}
