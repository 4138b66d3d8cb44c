import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** There is nothing, or nothing but a link that leads nowhere. */
const missing = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * Whether the file is there, or the archive that it is a member of. Sources are real paths: one that is reached by a
 * link now, or under a name in other case, is not the file that it was. One that may not be looked at may be there.
 */
export function sourceExists(source: string): boolean {
  for (let path = source; path !== dirname(path); path = dirname(path)) {
    try {
      return realpathSync.native(path) === path && statSync(path).isFile();
    } catch (error) {
      if (!missing.has((error as NodeJS.ErrnoException).code ?? '')) return true;
    }
  }
  return false;
}
