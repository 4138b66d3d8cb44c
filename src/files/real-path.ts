import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** An absolute path without links, as far as it is there: what is missing keeps its name. Never throws. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
