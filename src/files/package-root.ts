import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

const file = findPackageJSON(import.meta.url);
if (file === undefined) throw new Error('package.json is missing next to the sources');

/** Directory of this package's package.json, whether this runs from `src/` or from what is built of it. */
export const packageRoot = dirname(file);

/** What the package says of itself. */
export const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
