import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether the file is there, or the archive that it is a member of. */
export function sourceExists(source: string): boolean {
  for (let path = source; path !== dirname(path); path = dirname(path)) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats) return stats.isFile();
  }
  return false;
}
