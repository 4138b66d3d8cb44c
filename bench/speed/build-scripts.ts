import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/files/package-root.ts';

const config = fileURLToPath(new URL('./tsconfig.built.json', import.meta.url));
/** What `config` builds into: a folder in the root, as `dist` is, since the model is looked for beside it. */
const outDirectory = join(packageRoot, '.built-for-bench');

/**
 * Builds the sources as the package ships them, with the measuring scripts that `tsconfig.built.json` names, and
 * returns the folder of those. Run as TypeScript, every process and every thread would hold the compiler that strips
 * the types, some 30 MB each, and no user has that. Errors: what does not compile.
 */
export async function buildScripts(): Promise<string> {
  await rm(outDirectory, { recursive: true, force: true });
  const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', config]);
  return join(outDirectory, 'bench/speed');
}
