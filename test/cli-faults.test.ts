import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IngestReport } from '../src/contracts/job.ts';
import { expectFailure } from './expect-failure.ts';
import { launcher, runFootnote, startFootnote, startProgram, temporaryFolder } from './run-footnote.ts';
import { sessionWithBees } from './session-with-bees.ts';
import { setFormat } from './set-format.ts';

const { folder, run, copyStore } = sessionWithBees();

const boundUsersCache = join(folder.path, 'compiled');
mkdirSync(boundUsersCache);
chmodSync(boundUsersCache, 0o777);

/** Permissions do not bind root, so as root such commands run as a user of their own, who keeps what was compiled. */
function runAsBoundUser(args: readonly string[], home: string) {
  const env = { HOME: home, NODE_COMPILE_CACHE: boundUsersCache };
  const user = process.getuid?.() === 0 ? { uid: 65_534, env } : {};
  return runFootnote(args, { cwd: folder.path, ...user });
}

test('a start with nothing but a path that does not exist serves nothing', async () => {
  const { code, stdout, stderr } = await run([
    'start',
    '--allow-host',
    'papers.example',
    'nowhere',
    '--port',
    '0',
    '--json',
  ]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ address: null, ingest: { status: 'failed' }, answer: null });
  expect(stderr).toContain('nowhere does not exist');
});

test('the remedy of an unknown collection can be pasted', async () => {
  const flags = ['--store', "another's störe", '--collection', 'bees'];
  const failed = await run(['ask', 'What does a queen lay?', ...flags, '--json']);
  const { message } = expectFailure(failed, 1, 'collection_unknown');
  const command = message.slice(message.indexOf('footnote ')).replace('PATH', 'bees.txt');
  const shell = ['-c', `footnote() { '${process.execPath}' '${launcher}' "$@"; }; ${command}`];
  expect((await startProgram('sh', shell, { cwd: folder.path }).finished).code).toBe(0);
  expect((await run(['ask', 'What does a queen lay?', ...flags])).code).toBe(0);
});

test('a folder without any file that can be read', async () => {
  mkdirSync(join(folder.path, 'empty', 'deep'), { recursive: true });
  const failure = expectFailure(await run(['ingest', 'empty', '--json']), 1, 'path_empty');
  expect(failure.message).toMatch(/^empty: .*\.md.*\.txt/);
});

test('a folder of which everything is gone is no folder with nothing in it: its documents stay, and that is told', async () => {
  mkdirSync(join(folder.path, 'unmounted'));
  writeFileSync(join(folder.path, 'unmounted', 'a.md'), '# A\n\nThe bridge is closed.\n');
  await run(['ingest', 'unmounted', '--store', 'away']);
  rmSync(join(folder.path, 'unmounted', 'a.md'));
  const { code, stdout, stderr } = await run(['ingest', 'unmounted', '--store', 'away']);
  expect([code, stdout]).toEqual([0, 'Documents: none. Kept: 1.\n']);
  expect(stderr).toMatch(/^warning: More than half .*--allow-mass-removal\.\n$/);
});

test('globs that leave nothing of a folder are told apart from a folder with nothing in it', async () => {
  const { code, stderr } = await run(['ingest', '.', '--include', '*.nothing']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^warning: --include and --exclude leave no file/m);
});

test('a file that is no text, whatever its name says, is listed; the others are read and the exit code is 1', async () => {
  mkdirSync(join(folder.path, 'mixed'));
  writeFileSync(
    join(folder.path, 'mixed', 'picture.md'),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 255]),
  );
  writeFileSync(join(folder.path, 'mixed', 'ants.md'), '# Ants\n\nLeafcutter ants farm fungus.\n');
  const { code, stdout, stderr } = await run(['ingest', 'mixed', '--collection', 'mixed', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'partial',
    documents: { added: 1, failed: 1 },
    failures: [{ path: 'mixed/picture.md', code: 'file_convertible' }],
  });
  expect(stderr).toContain('mixed/picture.md');
  expect(code).toBe(1);
  expect((await run(['ask', 'What do ants farm?', '--collection', 'mixed'])).stdout).toContain('fungus');
});

test('a file and a folder that may not be read are listed with a remedy, and lose nothing; the others are read', async () => {
  using other = temporaryFolder();
  chmodSync(other.path, 0o777);
  const shut = ['shut.md', 'shut-folder'].map((name) => join(other.path, name));
  writeFileSync(join(other.path, 'open.md'), '# Wasps\n\nWasps build their nests of paper.\n');
  writeFileSync(join(other.path, 'shut.md'), '# Hornets\n\nHornets are large wasps.\n');
  mkdirSync(join(other.path, 'shut-folder'));
  writeFileSync(join(other.path, 'shut-folder', 'in.md'), '# Bumblebees\n');
  const store = join(other.path, 'store');
  const ingest = (path: string) => runAsBoundUser(['ingest', path, '--store', store, '--json'], other.path);
  expect((await ingest(join(other.path, 'shut-folder'))).code).toBe(0);
  for (const path of shut) chmodSync(path, 0);
  const ingested = await ingest(other.path);
  for (const path of shut) chmodSync(path, 0o700);
  expect(ingested.code).toBe(1);
  const { documents, failures } = JSON.parse(ingested.stdout) as Pick<IngestReport, 'documents' | 'failures'>;
  expect(documents).toMatchObject({ added: 1, removed: 0, failed: 2 });
  const message = expect.stringContaining('Give this user read permission.');
  expect(failures.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: join(other.path, 'shut-folder'), code: 'path_unreadable', message },
    { path: join(other.path, 'shut.md'), code: 'path_unreadable', message },
  ]);
});

test('a question that is empty, or has 100 KB', async () => {
  expectFailure(await run(['ask', '', '--json']), 2, 'question_empty');
  const failure = expectFailure(await run(['ask', 'why '.repeat(25_000), '--json']), 2, 'question_too_long');
  expect(failure.message.length).toBeLessThan(300);
});

test('a collection that does not exist names the ones that do', async () => {
  const failure = expectFailure(
    await run(['ask', 'why?', '--collection', 'nothing', '--json']),
    1,
    'collection_unknown',
  );
  expect(failure.message).toContain(
    `in the store ${join(folder.path, '.footnote')}. Existing collections: default`,
  );
});

test('a store that does not exist is not made by asking', async () => {
  expectFailure(await run(['ask', 'why?', '--store', 'other', '--json']), 1, 'collection_unknown');
  expectFailure(await run(['documents', 'list', '--store', 'other', '--json']), 1, 'collection_unknown');
  expect((await run(['doctor', '--store', 'other', '--port', '0'])).stdout).toContain('no store at');
});

test('a file in the place of the store is named', async () => {
  using other = temporaryFolder();
  writeFileSync(join(other.path, 'note.md'), 'The dam holds.');
  const failed = await run(['ingest', 'note.md', '--store', 'note.md', '--json'], { cwd: other.path });
  expect(expectFailure(failed, 1, 'store_unavailable').message).toMatch(/note\.md .*it is a file.*--store/);
  const asked = await run(['ask', 'why?', '--store', 'note.md', '--json'], { cwd: other.path });
  expectFailure(asked, 1, 'store_unavailable');
  const doctor = await run(['doctor', '--store', 'note.md', '--port', '0', '--json'], { cwd: other.path });
  expect(JSON.parse(doctor.stdout).checks).toContainEqual({
    name: 'store',
    ok: false,
    finding: expect.stringContaining('note.md is a file'),
    remedy: 'Choose another store with --store.',
  });
});

test('a store that may not be written answers, and is named where it would be; an older one has to be brought up to date', async () => {
  using other = temporaryFolder();
  chmodSync(other.path, 0o755);
  const store = copyStore(join(other.path, 'store'));
  const file = join(store, 'footnote.db');
  writeFileSync(join(other.path, 'new.txt'), 'Wasps build their nests of paper.\n');
  chmodSync(file, 0o444);
  chmodSync(store, 0o555);
  const ask = ['ask', 'What does a queen lay?', '--store', store, '--json'];
  expect((await runAsBoundUser(ask, other.path)).code).toBe(0);
  const ingest = ['ingest', join(other.path, 'new.txt'), '--store', store, '--json'];
  const failed = await runAsBoundUser(ingest, other.path);
  expectFailure(failed, 1, 'store_read_only');

  for (const path of [store, file]) chmodSync(path, 0o755);
  setFormat(file, (current) => current - 1);
  for (const path of [store, file]) chmodSync(path, 0o555);
  const older = await runAsBoundUser(ask, other.path);
  expect(expectFailure(older, 1, 'store_older').message).toContain('with write permission');
  chmodSync(store, 0o755);
});

test('a backup without a name is refused', async () => {
  const failure = expectFailure(await run(['backup', '', '--json']), 2, 'request_invalid');
  expect(failure.message).toContain('file');
});

test('a place where no store can be made', async () => {
  writeFileSync(join(folder.path, 'a-file'), '');
  expectFailure(
    await run(['ingest', 'bees.txt', '--store', 'a-file/store', '--json']),
    1,
    'store_unavailable',
  );
});

test('a port that is taken is said at once, with the flag that helps', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const port = String((other.address() as AddressInfo).port);
  for (const command of ['serve', 'start']) {
    const failure = expectFailure(await run([command, '--port', port, '--json']), 1, 'port_taken');
    expect(failure.message).toContain('--port');
    expect(failure.message).toContain(port);
  }
  const doctor = await run(['doctor', '--port', port, '--json']);
  expect(doctor.code).toBe(1);
  const { ok, checks } = JSON.parse(doctor.stdout) as {
    ok: boolean;
    checks: { name: string; ok: boolean; remedy: string }[];
  };
  expect(ok).toBe(false);
  expect(checks.filter((check) => !check.ok)).toMatchObject([
    { name: 'port', remedy: expect.stringContaining('--port') },
  ]);
  other.close();
});

test.each([
  [['eval', 'beir', '--cache', '/proc/x'], /--cache.*--no-cache/],
  [['eval', 'beir', '--no-cache', '--save', '/proc/x/run.json'], /\/proc\/x\/run\.json/],
  [['eval', 'beir', '--no-cache', '--html', 'beir'], /it is a folder/],
  [
    ['eval', '--generate', '1', '--output', 'bees.txt/questions.yaml'],
    /bees\.txt\/questions\.yaml .*bees\.txt is not a folder/,
  ],
  [['backup', '/proc/x/copy.db'], /\/proc\/x\/copy\.db/],
])('%j names the place where nothing can be written, before any work', async (args, named) => {
  using other = temporaryFolder();
  cpSync(folder.path, other.path, { recursive: true });
  mkdirSync(join(other.path, 'beir', 'qrels'), { recursive: true });
  writeFileSync(join(other.path, 'beir', 'corpus.jsonl'), '{"_id": "1", "text": "A queen bee lays eggs."}\n');
  writeFileSync(join(other.path, 'beir', 'queries.jsonl'), '{"_id": "q", "text": "Who lays eggs?"}\n');
  writeFileSync(join(other.path, 'beir', 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\nq\t1\t1\n');
  const failed = await run([...args, '--json'], { cwd: other.path });
  expect(expectFailure(failed, 1, 'path_unwritable').message).toMatch(named);
});

test('what a document says cannot write to the terminal', async () => {
  writeFileSync(
    join(folder.path, 'evil.txt'),
    'Termites \x1b]0;owned\x07 build \x1b[2Jmounds of earth and spit.\n',
  );
  await run(['ingest', 'evil.txt', '--collection', 'evil']);
  const { stdout } = await run(['search', 'What do termites build?', '--collection', 'evil', '--explain']);
  expect(stdout).toContain('mounds of earth');
  for (const control of ['\x1b', '\x07']) expect(stdout).not.toContain(control);
});

test('a name with a line break in it breaks no line of what is told', async () => {
  const name = 'two\nlines.pdf';
  writeFileSync(join(folder.path, name), '%PDF-1.4 and nothing else');
  const { stderr } = await run(['ingest', name, '--collection', 'broken', '--quiet']);
  expect(stderr).toMatch(/^warning: two lines\.pdf is damaged: .*\n$/);
  const { stderr: refusal } = await run(['documents', 'show', name]);
  expect(refusal).toMatch(/^error: There is no document "two lines\.pdf" .*\n$/);
});

test.each([
  ['the help', ['eval', '--help']],
  ['the result', ['documents', 'list']],
])('a reader that goes away before %s is written is no error', async (_, args) => {
  const { child, finished } = startFootnote(args, { cwd: folder.path });
  child.stdout?.destroy();
  expect(await finished).toMatchObject({ code: 0, stderr: '' });
});

// Every write to /dev/full fails as on a full disk.
test.skipIf(!existsSync('/dev/full'))(
  'a result that cannot be written is a failure; notes that cannot be are none',
  async () => {
    const footnote = `"${process.execPath}" "${launcher}"`;
    const script = `${footnote} ask "What does a queen lay?" > /dev/full; echo "exit $?"; ${footnote} documents list 2> /dev/full`;
    const { stdout, stderr } = await startProgram('/bin/sh', ['-c', script], { cwd: folder.path }).finished;
    expect(stderr).toMatch(/^error: standard output cannot be written \(no space left on device\)\..*\n$/);
    expect(stdout).toMatch(/^exit 1\n/);
    expect(stdout).toContain('bees.txt');
  },
);
