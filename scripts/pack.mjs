// `npm run package [DIRECTORY]`: builds the package and packs it as npm would publish it.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageRoot } from '../bin/node-runtime.mjs';
import { npmOutput } from './npm-command.mjs';

await import('./build.mjs');
const directory = resolve(process.argv[2] ?? packageRoot);
mkdirSync(directory, { recursive: true });
const [packed] = JSON.parse(npmOutput(['pack', '--json', '--pack-destination', directory], packageRoot));
console.error(`${packed.files.length} files, ${(packed.size / 2 ** 20).toFixed(1)} MiB`);
console.log(join(directory, packed.filename));
