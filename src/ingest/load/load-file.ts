import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { pathError } from '../../files/path-error.ts';
import { conversionByName } from '../parse/convertible-formats.ts';
import type { FoundFile } from './find-files.ts';

/** A file's bytes with the hash by which a change is noticed. */
export interface LoadedFile extends SourceFile {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly contentHash: string;
}

/**
 * Reads a found file. Errors: `path_not_found`, `path_unreadable`, `file_too_large`, or `file_convertible` for a large
 * one of a kind that would have to be converted at any size.
 */
export async function loadFile(
  file: FoundFile,
  options: { maxFileBytes: number; signal?: AbortSignal },
): Promise<LoadedFile> {
  requireSize(file, options.maxFileBytes);
  const bytes = await readBytes(file, options.signal);
  requireSize({ ...file, bytes: bytes.length }, options.maxFileBytes);
  return { path: file.path, bytes, contentHash: createHash('sha256').update(bytes).digest('hex') };
}

/** Asked before reading, and again after: a file may have grown since it was found. */
function requireSize({ path, bytes: size }: FoundFile, limit: number): void {
  if (size <= limit) return;
  const conversion = conversionByName(path);
  if (conversion) throw new FootnoteError('file_convertible', { path, ...conversion });
  throw new FootnoteError('file_too_large', { path, size, limit });
}

async function readBytes({ path, absolutePath }: FoundFile, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    return await readFile(absolutePath, { signal });
  } catch (cause) {
    throwIfAborted(signal);
    throw pathError(path, cause);
  }
}
