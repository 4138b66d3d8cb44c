import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Whether the file is there, or the archive that it is a member of. Sources are real paths: one that is reached by a
 * link now, or under a name in other case, is not the file that it was.
 */
export function sourceExists(source: string): boolean {
  for (let path = source; path !== dirname(path); path = dirname(path)) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats) return stats.isFile() && realpathSync.native(path) === path;
  }
  return false;
}
