import { posix, sep } from 'node:path';

/** A path as it was given, normalised, with forward slashes: as reports name it. */
export function displayPath(given: string): string {
  const path = posix.normalize(given.split(sep).join('/'));
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
