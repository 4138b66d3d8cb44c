#!/usr/bin/env node
// Starts the command line with a Node that can run it. Readable for every Node from 18 on.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  findBundledNode,
  isNodeSupported,
  nodeUnsupportedMessage,
  packageRoot,
  runInPlace,
  stopWithLauncher,
} from './node-runtime.mjs';

stopWithLauncher();
const source = join(packageRoot, 'src', 'cli', 'main.ts');
const main = existsSync(source) ? source : join(packageRoot, 'dist', 'src', 'cli', 'main.js');
const bundledNode = findBundledNode();
if (!existsSync(main)) {
  refuse(
    `${packageRoot} contains no code: it was packed without a build. In a clone, build and pack it with: npm run package`,
  );
} else if (isNodeSupported(process.versions.node)) {
  module.enableCompileCache?.();
  hideExperimentalWarnings();
  process.exitCode = await run(process.argv.slice(2));
} else if (bundledNode !== undefined) {
  process.exitCode = await runInPlace(bundledNode, [
    fileURLToPath(import.meta.url),
    ...process.argv.slice(2),
  ]);
} else {
  refuse(nodeUnsupportedMessage(process.versions.node));
}

/** @param {readonly string[]} args */
async function run(args) {
  const { main: runCommand } = await import(pathToFileURL(main).href).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    refuse(
      `The dependencies of Footnote are not installed. In a clone, install them with npm ci. (${error.message})`,
    );
    return { main: () => 1 };
  });
  return runCommand(args);
}

/** @param {string} reason in a sentence, with what helps */
function refuse(reason) {
  console.error(reason);
  process.exitCode = 1;
}

/** Node 22 calls `node:sqlite` experimental, which tells a user nothing that they could act on. */
function hideExperimentalWarnings() {
  const printWarning = process.listeners('warning');
  process.removeAllListeners('warning').on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning') return;
    for (const print of printWarning) print.call(process, warning);
  });
}
