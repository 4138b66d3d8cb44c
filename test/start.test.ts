import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../src/files/package-root.ts';
import { type Running, startProgram, temporaryFolder } from './run-footnote.ts';

/** What a clone does not have, by name. */
const notInClone = new Set(['node_modules', 'dist', '.git', '.footnote']);

/** Pages of the sample that answer its questions: all of them take several times as long to read. */
const sampled = new Set(['README.md', 'library.md', 'privacy.md', 'store.md']);

function isCloned(path: string): boolean {
  if (basename(dirname(path)) === 'docs') return sampled.has(basename(path));
  return path === packageRoot || !notInClone.has(basename(path));
}

const clone = temporaryFolder();
beforeAll(() => {
  cpSync(packageRoot, clone.path, { recursive: true, filter: isCloned });
  symlinkSync(join(packageRoot, 'node_modules'), join(clone.path, 'node_modules'));
});
afterAll(() => clone[Symbol.dispose]());

function npmStart(args: readonly string[], cwd = clone.path): Running {
  return startProgram('npm', ['--prefix', clone.path, 'start', '--', ...args, '--port', '0'], {
    cwd,
    leadsGroup: true,
  });
}

/** Ctrl-C, as a terminal sends it: to every process that stands in the foreground. */
async function pressCtrlC({ child, finished }: Running) {
  process.kill(-(child.pid as number), 'SIGINT');
  return finished;
}

const ready = /Ask more at (http:\S+)/;

test('npm start reads the sample, shows a cited answer and serves the page', async () => {
  const running = npmStart([]);
  const [, address = ''] = await running.waitFor(ready);
  const page = await fetch(address);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const documents = await fetch(`${address}/api/v1/collections/default/documents`);
  expect(JSON.stringify(await documents.json())).toContain('"README.md"');

  const { stdout, stderr } = await pressCtrlC(running);
  expect(stdout).toMatch(/\? *\n\n[^]+\[1\][^]+\n\[1\] (docs\/|README\.md)[^]+ {4}“/);
  expect(stderr).toMatch(/Building the web page/);
  expect(stderr).toMatch(/\d+ added/);
  expect(stderr).not.toMatch(/error/i);
});

test('a second start builds nothing and reads nothing again', async () => {
  const running = npmStart([]);
  await running.waitFor(ready);
  const { stderr } = await pressCtrlC(running);
  expect(stderr).not.toMatch(/Building/);
  expect(stderr).toMatch(/^Documents: \d+ unchanged\.$/m);
});

test("a user's own folder is meant from where they stand, and takes the sample's place", async () => {
  using own = temporaryFolder();
  writeFileSync(
    join(own.path, 'bees.md'),
    '# Bees\n\n## Royal jelly\n\nRoyal jelly is a secretion that nurse bees feed to the larvae of the hive.\n',
  );
  const running = npmStart(['bees.md', '--store', join(clone.path, '.footnote')], own.path);
  await running.waitFor(ready);
  const { stdout, stderr } = await pressCtrlC(running);
  expect(stdout).toContain('What is Royal jelly?');
  expect(stdout).toMatch(/secretion that nurse bees feed to the larvae of the hive\. \[1\]/);
  expect(stderr).toContain('sample, was removed');
});
