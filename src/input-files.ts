import { readFile } from 'node:fs/promises';
import { pathError } from './path-error.ts';

/**
 * Reads a text that the user wrote or named, such as settings or questions, without the mark that some editors put
 * before it. Errors: `path_not_found`, `path_unreadable`.
 */
export async function readInputFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (cause) {
    throw pathError(path, cause);
  }
}
