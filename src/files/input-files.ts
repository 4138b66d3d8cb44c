import { readFile } from 'node:fs/promises';
import { pathError } from './path-error.ts';

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
