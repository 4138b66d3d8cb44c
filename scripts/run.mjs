// The front door of the clone: `npm start`, `npm test` and the other tasks of package.json come here. It installs
// what is missing, builds the web page where a task shows it, and runs the task with a Node that can.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  findBundledNode,
  isNodeSupported,
  nodeUnsupportedMessage,
  packageRoot,
  runInPlace,
  runProgram,
  stopWithNpm,
} from '../bin/node-runtime.mjs';
import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled } from './install.mjs';

/** @type {Record<string, { program: string, args: readonly string[], needsWeb: boolean }>} */
const tasks = {
  start: { program: 'bin/footnote.mjs', args: ['start'], needsWeb: true },
  test: { program: 'node_modules/vitest/vitest.mjs', args: ['run'], needsWeb: true },
  check: { program: 'scripts/check.mjs', args: [], needsWeb: true },
  build: { program: 'scripts/build.mjs', args: [], needsWeb: true },
  package: { program: 'scripts/pack.mjs', args: [], needsWeb: true },
  bench: { program: 'bench/speed/run.ts', args: [], needsWeb: false },
  quality: { program: 'bench/quality/run.ts', args: [], needsWeb: false },
  container: { program: 'scripts/container/run.ts', args: [], needsWeb: false },
  engines: { program: 'scripts/engines/run.ts', args: [], needsWeb: false },
  soak: { program: 'bench/soak/run.ts', args: [], needsWeb: false },
};

const [name = '', ...rest] = process.argv.slice(2);
const task = tasks[name];
if (!task) {
  console.error(`There is no task "${name}". Known: ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}

// A server that nobody can stop any more must not go on.
if (name === 'start') stopWithNpm();
await ensureInstalled();
const node = isNodeSupported(process.versions.node) ? process.execPath : findBundledNode();
if (node === undefined) {
  console.error(nodeUnsupportedMessage(process.versions.node));
  process.exit(1);
}
if (task.needsWeb) await ensureWebBuilt(node);

// A path given to `npm start` is meant from where the user stands, not from where package.json is.
if (name === 'start' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);

const program = join(packageRoot, task.program);
if (node === process.execPath) {
  process.argv = [node, program, ...task.args, ...rest];
  await import(pathToFileURL(program).href);
} else {
  const run = name === 'start' ? runInPlace : runProgram;
  process.exitCode = await run(node, [program, ...task.args, ...rest]);
}
