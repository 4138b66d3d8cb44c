import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { footnoteSession } from './footnote-session.ts';
import { launcher, startFootnote, startProgram, temporaryFolder } from './run-footnote.ts';
import { startWordEmbedder } from './word-embedder.ts';

const run = footnoteSession();

test('--watch prints a line for each round that came to something, and Ctrl-C ends it with 0', async () => {
  using folder = temporaryFolder();
  const cwd = folder.path;
  mkdirSync(join(cwd, 'notes'));
  writeFileSync(join(cwd, 'notes/a.md'), '# A\n\nThe bridge is closed.\n');
  writeFileSync(join(cwd, 'notes/z.md'), '# Z\n\nThe tunnel is closed.\n');
  const running = startFootnote(['ingest', 'notes', '--watch', '--json'], { cwd });
  await running.waitFor(/Watching notes/);
  writeFileSync(join(cwd, 'notes/b.md'), '# B\n\nThe road is open.\n');
  await running.waitFor(/\n.*"added":1/);
  renameSync(join(cwd, 'notes/b.md'), join(cwd, 'notes/c.md'));
  await running.waitFor(/"moved":1/);
  rmSync(join(cwd, 'notes/c.md'));
  await running.waitFor(/"removed":1/);
  for (const name of ['a.md', 'z.md']) rmSync(join(cwd, 'notes', name));
  await running.waitFor(/More than half of the files of notes are gone/);
  writeFileSync(join(cwd, 'notes/d.md'), '# D\n\nThe ferry runs.\n');
  await running.waitFor(/"added":1.*"kept":2/);
  running.child.kill('SIGINT');
  const { code, stdout, stderr } = await running.finished;
  expect(code).toBe(0);
  expect(stderr.match(/are gone/g)).toHaveLength(1);
  const rounds = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { documents: Record<string, number> }).documents);
  expect(rounds[0]).toMatchObject({ added: 2 });
  expect(rounds.slice(-3)).toMatchObject([{ removed: 1 }, { removed: 0 }, { added: 1 }]);
});

/** Runs what follows where at most two folders can be watched. */
const withTwoWatches = [
  '-Ur',
  'sh',
  '-c',
  'echo 2 > /proc/sys/user/max_inotify_watches && exec "$0" "$@"',
] as const;

test.skipIf(spawnSync('unshare', [...withTwoWatches, 'true']).status !== 0)(
  '--watch says which folders it cannot follow, and what helps',
  async () => {
    using folder = temporaryFolder();
    for (const name of ['in', 'in/deep', 'in/deep/er']) mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, 'in/a.md'), '# A\n\nThe bridge is closed.\n');
    const args = [...withTwoWatches, process.execPath, launcher, 'ingest', 'in', '--watch'];
    const running = startProgram('unshare', args, { cwd: folder.path });
    await running.waitFor(/not watched: \d+, including .*max_user_watches.*CHOKIDAR_USEPOLLING=1/);
    running.child.kill('SIGINT');
    expect((await running.finished).code).toBe(0);
  },
);

test('Ctrl-C during a round keeps what is done and ends with 0 as well', async () => {
  using folder = temporaryFolder();
  const cwd = folder.path;
  for (let n = 0; n < 100; n++)
    writeFileSync(join(cwd, `${n}.md`), `# ${n}\n\nBridge ${n} is open to all.\n`);
  // A round that cannot end, since its vectors stay away.
  const words = await startWordEmbedder();
  onTestFinished(() => words.peer.close());
  words.holdAfter(3);
  const env = words.environment;
  const running = startFootnote(['ingest', '.', '--watch', '--store', 'kept'], { cwd, env });
  await Promise.race([
    running.finished.then((end) => expect.fail(`it ended too early: ${JSON.stringify(end)}`)),
    expect.poll(() => words.peer.requests.length).toBeGreaterThan(3),
  ]);
  running.child.kill('SIGINT');
  expect((await running.finished).code).toBe(0);
  const jobs = await run(['jobs', '--json', '--store', 'kept'], { cwd, env });
  expect(JSON.parse(jobs.stdout)).toMatchObject({ jobs: [{ state: 'cancelled' }] });
});

test('a job is shown by the first letters of its id, with its totals as a table of chapters', async () => {
  using folder = temporaryFolder();
  const cwd = folder.path;
  writeFileSync(join(cwd, 'a.md'), '# A\n\nThe bridge is closed.\n');
  writeFileSync(join(cwd, 'rules.yaml'), '"*.md": { team: roads }\n');
  await run(['ingest', 'a.md', '--metadata', 'rules.yaml', '--quiet'], { cwd });
  const { jobs } = JSON.parse((await run(['jobs', '--json'], { cwd })).stdout) as {
    jobs: { id: string }[];
  };
  const id = jobs[0]?.id.slice(0, 6) ?? '';
  const shown = await run(['jobs', 'show', id], { cwd });
  expect(shown.stdout).toMatch(/state +done/);
  const report = await run(['jobs', 'show', id, '--report', 'json'], { cwd });
  expect(JSON.parse(report.stdout)).toMatchObject({
    status: 'success',
    chapters_processed: 1,
    chunks_per_chapter: { 'a.md': 1 },
  });
  const document = await run(['documents', 'show', 'a.md', '--json'], { cwd });
  expect(JSON.parse(document.stdout)).toMatchObject({ metadata: { team: 'roads' } });
});
