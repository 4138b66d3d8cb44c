// `node scripts/engines/start.mjs NAME`: the server of an engine, for as long as you need it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  findBundledNode,
  isNodeSupported,
  nodeUnsupportedMessage,
  runProgram,
} from '../../bin/node-runtime.mjs';

const program = join(import.meta.dirname, 'start.ts');
const node = isNodeSupported(process.versions.node) ? process.execPath : findBundledNode();
if (node === undefined) {
  console.error(nodeUnsupportedMessage(process.versions.node));
  process.exitCode = 1;
} else if (node === process.execPath) {
  await import(pathToFileURL(program).href);
} else {
  process.exitCode = await runProgram(node, [program, ...process.argv.slice(2)]);
}
