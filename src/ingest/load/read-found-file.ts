import { readFileSync, statSync } from 'node:fs';
import { noFileError } from '../../files/path-error.ts';
import { decodeText } from '../../text/decode/decode-text.ts';

/**
 * The text of a file that stands in a folder and was not asked for by name, in whatever encoding an editor gave it: a
 * pipe in its place would be waited for without end. Errors: those of the file system; `path_unreadable`.
 */
export function readFoundFile(file: string): string {
  const stats = statSync(file);
  if (!stats.isFile() && !stats.isDirectory()) throw noFileError(file);
  return decodeText(readFileSync(file)).text;
}
