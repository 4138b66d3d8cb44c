import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { FootnoteError } from '../errors.ts';
import { pathError } from './path-error.ts';

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

/**
 * Reads a text that the user wrote or named, such as questions or synonyms, in whatever encoding an editor or a shell
 * gave it. Errors: `path_not_found`, `path_unreadable`.
 */
export async function readInputFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw pathError(path, cause);
  });
  // With what knows many encodings; a question that no file belongs to does without.
  const { decodeText } = await import('../text/decode/decode-text.ts');
  return decodeText(bytes).text;
}

/**
 * Makes a folder with those above it; one that is there stays as it is. Unlike Node's own `recursive`, which tries for
 * ever where a file system denies that the folder above exists (/proc, automounts), it fails there.
 * Errors: those of the file system.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it in the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
