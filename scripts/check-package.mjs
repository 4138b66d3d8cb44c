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
    console.log('The package installs, reads a file and answers from it.');
  } else {
    console.log('Left out: the registry does not answer, so the package could not be installed as users do.');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
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
