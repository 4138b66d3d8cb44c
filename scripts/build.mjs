// Builds what the package ships: JavaScript and declarations in dist/src and dist/conformance. The web page in
// dist/web is built by run.mjs.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../bin/node-runtime.mjs';

for (const name of ['src', 'conformance'])
  rmSync(join(packageRoot, 'dist', name), { recursive: true, force: true });
const { status } = spawnSync(
  join(packageRoot, 'node_modules', '.bin', 'tsc'),
  // Whether the types are right, `npm run check` tells.
  ['-p', 'tsconfig.build.json', '--noCheck'],
  {
    cwd: packageRoot,
    stdio: ['ignore', 2, 2],
  },
);
if (status !== 0) process.exit(1);
