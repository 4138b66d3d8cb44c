import type { Unit } from './units.ts';

/** The headings that stand over all of a chunk's text; where it is headings only, over all of these. */
export function commonPath(parts: readonly Pick<Unit, 'kind' | 'headingPath'>[]): readonly string[] {
  const body = parts.filter((part) => part.kind !== 'heading');
  return commonPrefix((body.length > 0 ? body : parts).map((part) => part.headingPath));
}

/** What all paths begin with. */
export function commonPrefix(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths;
  const differs = first.findIndex((title, depth) => others.some((path) => path[depth] !== title));
  return differs === -1 ? first : first.slice(0, differs);
}
