// Builds the web page into dist/web where its sources changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { packageRoot, runProgram } from '../bin/node-runtime.mjs';

const sources = join(packageRoot, 'web');
/** An import of values from another file, outside of comments. Types leave no trace in what is built. */
const valueImport =
  /^(?:(?:import|export) (?!type )[^;]*? from |(?!\s*(?:\*|\/[*/])).*?\bimport\()'(\.[^'?]+)/gm;
const target = join(packageRoot, 'dist', 'web');
/** Says in a built page what it was made from. */
const stamp = '.sources-sha256';

/**
 * Builds the page unless it is there already, made from the same sources. Ends the process where that fails. It takes
 * the place of the one before it whole, so that neither a server nor another build finds half of one.
 * @param {string} node binary of a supported Node
 */
export async function ensureWebBuilt(node) {
  if (!existsSync(join(sources, 'index.html'))) return;
  const hash = hashSources();
  if (isBuiltFrom(hash)) return;
  console.error('Building the web page …');
  const vite = join(packageRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const made = `${target}-${process.pid}`;
  const code = await runProgram(node, [vite, 'build', sources, '--outDir', made, '--logLevel', 'warn'], {
    cwd: packageRoot,
    // Tests that build it say `test`, which would build it as for its developers.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // Another process may have been at the same.
  if (code === 0 && !isBuiltFrom(hash)) {
    writeFileSync(join(made, stamp), hash);
    rmSync(target, { recursive: true, force: true });
    renameSync(made, target);
  }
  rmSync(made, { recursive: true, force: true });
  if (code === 0) return;
  console.error('The web page could not be built; the messages above say why.');
  process.exit(1);
}

/** @param {string} hash */
function isBuiltFrom(hash) {
  const file = join(target, stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

/** SHA-256 over names and contents of all that the page is built from, and the versions it is built with. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of [...pageSources(), join(packageRoot, 'package-lock.json')]) {
    hash.update(relative(packageRoot, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** All files that the page is built from, in order: its own, and those of the rest of the code that they lead to. */
export function pageSources() {
  const files = new Set(listFiles(sources));
  for (const file of files) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(valueImport)) {
      files.add(resolve(dirname(file), path));
    }
  }
  const ordered = [...files];
  ordered.sort();
  return ordered;
}

/**
 * @param {string} directory
 * @returns {Generator<string>}
 */
function* listFiles(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else yield path;
  }
}
