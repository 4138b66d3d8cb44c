// `npm run check`: everything that can be said about the sources without running the product's tests. With
// `--after-tests`, without the tests that it runs for that: `npm test` has run them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../bin/node-runtime.mjs';

const tool = (/** @type {string} */ name) => join(packageRoot, 'node_modules', '.bin', name);

/** @type {readonly { name: string, command: readonly string[], isTest?: boolean }[]} */
const allSteps = [
  { name: 'format', command: [tool('biome'), 'check'] },
  { name: 'lint', command: [tool('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'types', command: [tool('tsc'), '-p', 'tsconfig.json'] },
  { name: 'types of the web page', command: [tool('tsc'), '-p', 'web/tsconfig.json'] },
  {
    name: 'boundaries and documentation',
    command: [tool('vitest'), 'run', 'test/boundaries.test.ts', 'test/docs'],
    isTest: true,
  },
  { name: 'package', command: [process.execPath, join('scripts', 'check-package.mjs')] },
];

const areTestsRun = process.argv.includes('--after-tests');
const steps = allSteps.filter(({ isTest }) => !isTest || !areTestsRun);

const failed = [];
for (const { name, command } of steps) {
  const started = Date.now();
  const [program, ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(/** @type {string} */ (program), args, {
    cwd: packageRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  const passed = status === 0;
  console.log(`${passed ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (!passed) {
    failed.push(name);
    console.log(error ? error.message : `${stdout}${stderr}`);
  }
}
console.log(`${steps.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
