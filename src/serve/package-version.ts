import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod';

/** The version in this package's own `package.json`, wherever the package was built or installed to. */
export function packageVersion(): string {
  const file = findPackageJSON(import.meta.url);
  if (file === undefined) throw new Error('package.json is missing beside the sources');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
