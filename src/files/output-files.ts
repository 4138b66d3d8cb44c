import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { FootnoteError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';

/** Writes a file where the user said, and the folders above it where they are missing. Errors: `path_unwritable`. */
export function writeOutputFile(path: string, text: string): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Refuses a place where {@link writeOutputFile} would fail: before the work whose result goes there, not after it.
 * Makes the folders above it. Errors: `path_unwritable`.
 */
export function requireWritable(path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder');
    const folder = dirname(path);
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
    accessSync(existsSync(path) ? path : folder, constants.W_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** What it means that the file system refuses to take what the user wanted written to `path`. */
export function unwritable(
  path: string,
  cause: unknown,
  remedy = 'Choose a file that this user can write',
): FootnoteError<'path_unwritable'> {
  const { errno, message } = cause as NodeJS.ErrnoException;
  const reason = errno === undefined ? message : getSystemErrorMessage(errno);
  return new FootnoteError('path_unwritable', { path, reason, remedy }, { cause });
}
