import { posix } from 'node:path';

/** What sources of documents begin with that are kept in the records: `upload:/handbook/refunds.md`. */
export const uploadRoot = 'upload:';

/** How addresses of sources begin that are no files of this machine. */
const schemes = [uploadRoot, 'https:', 'http:', 's3:'];

/**
 * What an address begins with where it is not that of a file; undefined for a path. A file of such a name is given as
 * `./upload:`.
 */
export function schemeOf(address: string): string | undefined {
  return schemes.find((scheme) => address === scheme || address.startsWith(`${scheme}/`));
}

/** The source of a document that was put in under a name. */
export function uploadSource(name: string): string {
  return `${uploadRoot}/${name}`;
}

/** The name under which a source was put in, or the member of an archive; empty for all of them. */
export function uploadName(source: string): string {
  return source.slice(uploadRoot.length + 1);
}

/** The names that a source can have been put in under: its own, and those of archives that it may lie in. */
export function* namesWithin(source: string): Generator<string> {
  for (let name = uploadName(source); name !== '.' && name !== ''; name = posix.dirname(name)) yield name;
}
