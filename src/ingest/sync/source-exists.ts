import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** There is nothing, or nothing but a link that leads nowhere. */
const missing = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * The file that a source is, or the archive that it is a member of; undefined where that is gone. Sources are real
 * paths: one that is reached by a link now, or under a name in other case, is not the file that it was. One that may
 * not be looked at may be there.
 */
export function fileOfSource(source: string): string | undefined {
  for (let path = source; path !== dirname(path); path = dirname(path)) {
    try {
      return realpathSync.native(path) === path && statSync(path).isFile() ? path : undefined;
    } catch (error) {
      if (!missing.has((error as NodeJS.ErrnoException).code ?? '')) return path;
    }
  }
  return undefined;
}

/** Whether a folder is there, and no link in its place. One that may not be looked at may be there. */
export function folderExists(folder: string): boolean {
  try {
    return realpathSync.native(folder) === folder && statSync(folder).isDirectory();
  } catch (error) {
    return !missing.has((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Whether the file is there, or the archive that it is a member of, as {@link fileOfSource} finds it. */
export function sourceExists(source: string): boolean {
  return fileOfSource(source) !== undefined;
}
