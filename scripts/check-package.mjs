// Installs the packed package as a user would, in an empty folder, and uses it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../bin/node-runtime.mjs';
import { npmOutput } from './npm-command.mjs';

const unreachable = /\b(ENOTFOUND|ENOTCACHED|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/;
const folder = mkdtempSync(join(tmpdir(), 'footnote-package-'));
try {
  const pack = join(packageRoot, 'scripts', 'pack.mjs');
  const tarball = execFileSync(process.execPath, [pack, folder], { encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  if (install(tarball)) {
    const footnote = (/** @type {string[]} */ ...args) =>
      execFileSync(join(folder, 'node_modules', '.bin', 'footnote'), args, { cwd: folder, encoding: 'utf8' });
    assert.match(footnote('--help'), /Usage: footnote/);
    writeFileSync(join(folder, 'lease.md'), '# Lease\n\nThe rent is due on the third day of each month.\n');
    assert.equal(JSON.parse(footnote('ingest', 'lease.md', '--json')).status, 'complete');
    const answer = JSON.parse(footnote('ask', 'When is the rent due?', '--json'));
    assert.match(answer.answer, /third day of each month/);
    assert.equal(answer.citations[0].path, 'lease.md');
    checkTypes();
    console.log('The package installs, reads a file, answers from it and has its types.');
  } else {
    console.log(
      'Skipped: the registry is not responding, so the package could not be installed as users do.',
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Compiles a strict program that names everything the package exports, its declarations with it. */
function checkTypes() {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    typeRoots: [join(packageRoot, 'node_modules', '@types')],
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['all.mts'] }));
  const lines = ['footnote-rag', 'footnote-rag/conformance'].map((name) => `export * from '${name}';`);
  // Would compile with whatever if the declarations led nowhere.
  lines.push(
    "import { openFootnote } from 'footnote-rag';",
    '// @ts-expect-error',
    'await openFootnote({ store: 1 });',
  );
  writeFileSync(join(folder, 'all.mts'), lines.join('\n'));
  execFileSync(join(packageRoot, 'node_modules', '.bin', 'tsc'), ['-p', folder], { stdio: 'inherit' });
}

/**
 * Whether the package could be installed; false where that takes a network that is not there.
 * @param {string} tarball
 */
function install(tarball) {
  try {
    const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
    npmOutput(['install', tarball, ...flags], folder);
    return true;
  } catch (error) {
    const { stderr } = /** @type {{ stderr: string }} */ (error);
    if (unreachable.test(stderr)) return false;
    throw error;
  }
}
