import { sep } from 'node:path';

/** Whether an absolute path is that of a folder or file, or of something in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
