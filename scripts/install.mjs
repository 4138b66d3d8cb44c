// Installs the dependencies where they are missing or another version than package-lock.json names.
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageRoot, runProgram } from '../bin/node-runtime.mjs';

/**
 * Whether `node_modules` holds what the lockfile asks for, by npm's own record of what it installed.
 * Packages that npm may leave out, those for other platforms, may be missing.
 */
function isInstalled() {
  const wanted = readPackages(join(packageRoot, 'package-lock.json'));
  const installed = readPackages(join(packageRoot, 'node_modules', '.package-lock.json'));
  if (!installed) return false;
  return Object.entries(wanted ?? {}).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** Runs `npm ci` where {@link isInstalled} says so. Ends the process where that fails. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.error('Installing the dependencies (once, about half a minute) …');
  const started = Date.now();
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const options = { cwd: packageRoot, env: withoutOwnBinaries(process.env) };
  const code =
    npm && node ? await runProgram(node, [npm, ...args], options) : await runProgram('npm', args, options);
  if (code !== 0) {
    console.error(
      'The dependencies could not be installed. Check the network, then run the same command again.',
    );
    process.exit(1);
  }
  console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/**
 * The environment without `node_modules/.bin` on PATH: npm must not run on the Node that it is about to replace.
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutOwnBinaries(environment) {
  const own = join(packageRoot, 'node_modules', '.bin');
  const path = (environment.PATH ?? '').split(delimiter).filter((entry) => entry !== own);
  return { ...environment, PATH: path.join(delimiter) };
}

/**
 * @typedef {{ version: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 *
 * @param {string} lockfile
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
