import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../src/files/package-root.ts';
import { startProgram, temporaryFolder } from './run-footnote.ts';

const folder = temporaryFolder();
const modules = join(folder.path, 'node_modules');
const installed = join(modules, 'footnote-rag');

/** Packages that a user gets: what the lockfile lists beyond the tools of development. */
function productionPackages(): string[] {
  const lockfile = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(lockfile.packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev)
    .map(([path]) => path);
}

beforeAll(() => {
  const pack = join(packageRoot, 'scripts', 'pack.mjs');
  const tarball = execFileSync(process.execPath, [pack, folder.path], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const path of productionPackages()) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    symlinkSync(join(packageRoot, path), join(folder.path, path));
  }
});
afterAll(() => folder[Symbol.dispose]());

function start(program: string, ...args: string[]) {
  // Code that was just unpacked runs once or twice: writing down how it compiles takes longer than compiling it.
  const env = { NODE_DISABLE_COMPILE_CACHE: '1' };
  return startProgram(process.execPath, [program, ...args], { cwd: folder.path, env });
}

const launcher = join(installed, 'bin', 'footnote.mjs');

test('it reads, answers and serves with what comes with it alone', async () => {
  // One page of the sample shows that it is there; the whole of it is read where a clone is started.
  const docs = join(installed, 'docs');
  const others = readdirSync(docs).filter((name) => name !== 'ingestion.md');
  for (const name of others) rmSync(join(docs, name), { recursive: true });
  expect(others.length).toBeGreaterThan(10);
  const server = start(launcher, 'start', '--port', '0', '--json', '--quiet');
  const [, address = ''] = await server.waitFor(/"address":"([^"]+)"/);
  expect((await fetch(address)).headers.get('content-type')).toContain('text/html');
  server.child.kill('SIGTERM');
  const { code, stdout, stderr } = await server.finished;
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({
    ingest: { status: 'complete', documents: { failed: 0 } },
    answer: { abstained: false },
  });
});

test('the library is imported by name, with its types beside it', async () => {
  const script = join(folder.path, 'library.mjs');
  writeFileSync(
    script,
    `import { openFootnote } from 'footnote-rag';
     const footnote = await openFootnote();
     console.log(await footnote.listCollections());
     await footnote.close();`,
  );
  const { stdout, stderr } = await start(script).finished;
  expect([stdout, stderr]).toEqual(["[ 'default' ]\n", '']);
  expect(readFileSync(join(installed, 'dist', 'src', 'index.d.ts'), 'utf8')).toContain('openFootnote');
});

const files = () =>
  execFileSync('find', ['.', '-type', 'f'], { cwd: installed, encoding: 'utf8' }).trim().split('\n');

test('what it imports comes with it; the suites take their test runner from whoever runs them', () => {
  /** Packages that are imported at once (`from`), or only when they are needed (`import`). */
  const imports = (folder: string, way = 'from|import', but = /^$/) => {
    const code = files().filter((file) => file.startsWith(folder) && file.endsWith('.js') && !but.test(file));
    const packageNames = new RegExp(`\\b(?:${way})[ (]+'((?:@[a-z0-9-]+/)?[a-z][a-z0-9:.-]*)[/']`, 'g');
    const names = code.flatMap((file) => {
      const text = readFileSync(join(installed, file), 'utf8');
      return [...text.matchAll(packageNames)].map(([, name = '']) => name);
    });
    return new Set(names.filter((name) => !name.startsWith('node:')));
  };
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Readonly<Record<'dependencies' | 'peerDependencies', Record<string, string>>>;
  const own = imports('./dist/src/');
  const entries = /^\.\/dist\/src\/integrations\//;
  expect(own.size).toBeGreaterThan(10);
  // Clients of servers are installed by whoever has the server, frameworks by whoever builds with one: what needs a
  // framework is an entry of the package by itself.
  const lazy = [...own].filter((name) => !Object.hasOwn(dependencies, name));
  expect(lazy.filter((name) => !Object.hasOwn(peerDependencies, name))).toEqual([]);
  expect(lazy.filter((name) => imports('./dist/src/', 'from', entries).has(name))).toEqual([]);
  expect([...imports('./dist/conformance/')]).toEqual([]);
});

test('every entry of the package is in it', () => {
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | Record<string, string>>;
  };
  const targets = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? entry : Object.values(entry),
  );
  expect(targets.length).toBeGreaterThan(8);
  expect(targets.filter((target) => !files().includes(target))).toEqual([]);
});

test('it has the suites that adapters are held to, and nothing that users have no use for', () => {
  expect(
    files().filter((file) =>
      /\.test[.-]|^\.\/(dist\/)?(test|bench|scripts)\/.*(?<!\.md)$|^\.\/(src|web)\//.test(file),
    ),
  ).toEqual([]);
  expect(files()).toEqual(
    expect.arrayContaining(['./LICENSE', './dist/conformance/index.js', './dist/conformance/index.d.ts']),
  );
});
