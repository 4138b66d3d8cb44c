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
  runProgram,
} from './node-runtime.mjs';

const bundledNode = findBundledNode();
if (isNodeSupported(process.versions.node)) {
  module.enableCompileCache?.();
  hideExperimentalWarnings();
  const source = join(packageRoot, 'src', 'cli', 'main.ts');
  const main = existsSync(source) ? source : join(packageRoot, 'dist', 'src', 'cli', 'main.js');
  const { main: run } = await import(pathToFileURL(main).href);
  process.exitCode = await run(process.argv.slice(2));
} else if (bundledNode !== undefined) {
  process.exitCode = await runProgram(bundledNode, [
    fileURLToPath(import.meta.url),
    ...process.argv.slice(2),
  ]);
} else {
  console.error(nodeUnsupportedMessage(process.versions.node));
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
