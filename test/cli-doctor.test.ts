import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { expectFailure } from './expect-failure.ts';
import { startFootnote, temporaryFolder } from './run-footnote.ts';
import { sessionWithBees } from './session-with-bees.ts';
import { setFormat } from './set-format.ts';

const { folder, run, copyStore } = sessionWithBees();

interface ToldCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly finding: string;
  readonly remedy: string | null;
}

/** What doctor finds wrong; it exits with 1 where that is anything. */
async function wrongBy(args: readonly string[], env?: Record<string, string>): Promise<ToldCheck[]> {
  const { code, stdout, stderr } = await run(['doctor', ...args, '--json'], { env });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: ToldCheck[] };
  const wrong = checks.filter((check) => !check.ok);
  expect([code, ok, stderr]).toEqual(wrong.length === 0 ? [0, true, ''] : [1, false, '']);
  return wrong;
}

test.each([
  ['an older version', -1, /older Footnote/, /with write permission/],
  ['a newer version', 1, /newer Footnote/, /Update Footnote/],
])('a store of %s is named, with what to do with it', async (_, difference, finding, remedy) => {
  using other = temporaryFolder();
  const store = copyStore(join(other.path, 'store'));
  setFormat(join(store, 'footnote.db'), (current) => current + difference);
  expect(await wrongBy(['--store', store, '--port', '0'])).toMatchObject([
    {
      name: 'store',
      finding: expect.stringMatching(finding),
      remedy: expect.stringMatching(remedy),
    },
  ]);
});

test.each([
  ['the file', '{', {}],
  ['the file', '{ "retrieval": { "topK": "ten" } }', {}],
  ['the environment', '{ "retrieval": { "topK": 10 } }', { FOOTNOTE_RETRIEVAL_TOP_K: 'ten' }],
  ['the file and the environment', '{', { FOOTNOTE_RETRIEVAL_TOP_K: 'ten' }],
])(
  'settings that cannot be read are one finding, and the rest is looked at without %s',
  async (place, file, env) => {
    using other = temporaryFolder();
    writeFileSync(join(other.path, 'footnote.config.json'), file);
    const { code, stdout, stderr } = await run(['doctor', '--port', '0', '--store', 'here', '--json'], {
      cwd: other.path,
      env,
    });
    expect([code, stderr]).toEqual([1, '']);
    const { checks } = JSON.parse(stdout) as { checks: ToldCheck[] };
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([
      { name: 'settings', remedy: expect.stringMatching(`configuration.md.* without ${place}\\.$`) },
    ]);
    expect(checks.find(({ name }) => name === 'store')?.finding).toContain('here');
  },
);

test('an address that is not of this machine is told from a port that is taken', async () => {
  expect(await wrongBy(['--host', '203.0.113.7'])).toMatchObject([
    { name: 'port', remedy: 'Choose others with --port and --host.' },
  ]);
});

test('nothing is wrong with a store in order; a damaged one is named', async () => {
  using other = temporaryFolder();
  const store = copyStore(join(other.path, 'store'));
  const args = ['--store', store, '--port', '0'];
  expect(await wrongBy(args)).toEqual([]);

  using database = new DatabaseSync(join(store, 'footnote.db'));
  database.exec(`update indexes set fields = '{'`);
  expect(await wrongBy(args)).toMatchObject([
    { name: 'store', finding: expect.stringMatching(/indexes\.fields of \S+ cannot be read/) },
  ]);

  writeFileSync(join(store, 'footnote.db'), 'this is no database'.repeat(1000));
  expect(await wrongBy(args)).toMatchObject([
    { name: 'store', remedy: expect.stringContaining('Restore a backup') },
  ]);
});

test.each([
  ['all that there is', 'true'],
  ['what a small collection is searched without', 'part = 2'],
])('damage that a search mends is told from damage that takes a backup: %s', async (_, where) => {
  using other = temporaryFolder();
  const store = copyStore(join(other.path, 'store'));
  using database = new DatabaseSync(join(store, 'footnote.db'));
  database.exec(`update engine_segment_pieces set data = zeroblob(length(data)) where ${where}`);
  const args = ['--store', store, '--port', '0'];
  const [damaged, ...others] = await wrongBy(args);
  expect(others).toEqual([]);
  expect(damaged).toMatchObject({ name: 'store', finding: expect.stringContaining('cannot be read') });
  const [, remedy = ''] = /: footnote (.*)$/.exec(damaged?.remedy ?? '') ?? [];
  expect(await run(remedy.split(' '))).toMatchObject({ code: 3, stderr: '' });
  expect(await wrongBy(args)).toEqual([]);
});

test('a damaged vector is told, and computed anew by the command that is named', async () => {
  using other = temporaryFolder();
  const store = copyStore(join(other.path, 'store'));
  using database = new DatabaseSync(join(store, 'footnote.db'));
  database.exec('update engine_vectors set checksum = checksum + 1 where vector = 1');
  const args = ['--store', store, '--port', '0'];
  const [damaged, ...others] = await wrongBy(args);
  expect(others).toEqual([]);
  expect(damaged).toMatchObject({
    name: 'store',
    finding: expect.stringMatching(/^1 vector in .* cannot be read/),
  });
  const [, remedy = ''] = /: footnote (.*)$/.exec(damaged?.remedy ?? '') ?? [];
  expect(await run(remedy.split(' '))).toMatchObject({ code: 0 });
  expect(await wrongBy(args)).toEqual([]);
});

test('a model that is missing is refused by name, and doctor says so', async () => {
  const env = { FOOTNOTE_EMBEDDER_DIRECTORY: join(folder.path, 'model') };
  const failure = expectFailure(await run(['ask', 'why?', '--json'], { env }), 1, 'model_missing');
  expect(failure.message).toContain('model');
  expect(await wrongBy(['--port', '0'], env)).toMatchObject([{ name: 'model' }]);
});

test.each([
  [
    'a reranker whose model is missing',
    { FOOTNOTE_RERANKER_KIND: 'cross-encoder', FOOTNOTE_RERANKER_DIRECTORY: 'nowhere' },
    { name: 'reranker', finding: expect.stringContaining('nowhere') },
  ],
  [
    'a verifier whose model is missing',
    { FOOTNOTE_VERIFIER_KIND: 'entailment', FOOTNOTE_VERIFIER_DIRECTORY: 'nowhere' },
    { name: 'verifier', finding: expect.stringContaining('nowhere') },
  ],
  [
    'a reranker that is told nothing of its model',
    { FOOTNOTE_RERANKER_KIND: 'http' },
    { name: 'settings', finding: expect.stringContaining('reranker.baseUrl') },
  ],
  [
    'a judge without a language model',
    { FOOTNOTE_VERIFIER_KIND: 'judge' },
    { name: 'settings', finding: expect.stringContaining('verifier.kind') },
  ],
  [
    'a prompt that is not there',
    { FOOTNOTE_ANSWER_PROMPT: 'nowhere.md' },
    { name: 'settings', finding: expect.stringContaining('nowhere.md') },
  ],
  [
    'a file of synonyms that is not there',
    { FOOTNOTE_QUESTION_SYNONYMS: 'nowhere.txt' },
    { name: 'settings', finding: expect.stringContaining('nowhere.txt') },
  ],
])('%s is named before a question meets it', async (_, env, check) => {
  expect(await wrongBy(['--port', '0'], env)).toMatchObject([check]);
});

test('a server on every interface is known for what it is, and says where it has nothing to answer from', async () => {
  const args = ['serve', '--store', 'none', '--host', '0.0.0.0', '--allow-anyone', '--port', '0', '--json'];
  const server = startFootnote(args, { cwd: folder.path });
  const [, address = ''] = await server.waitFor(/^\{"address":"([^"]+)"\}\n$/);
  expect(await wrongBy(['--host', '0.0.0.0', '--port', new URL(address).port])).toEqual([]);
  server.child.kill('SIGTERM');
  expect(await server.finished).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Add some with: footnote ingest PATH --store none\n'),
  });
});

test('a variable that is probably misspelt is named, and is no error', async () => {
  const { code, stderr } = await run(['doctor', '--port', '0'], { env: { FOOTNOTE_RETRIEVAL_TOPK: '5' } });
  expect(code).toBe(0);
  expect(stderr).toContain('FOOTNOTE_RETRIEVAL_TOPK has no effect. Did you mean FOOTNOTE_RETRIEVAL_TOP_K?');
});

test('an engine that does not answer is told, and one that the collection is not in', async () => {
  using other = temporaryFolder();
  const store = copyStore(join(other.path, 'store'));
  const args = ['--store', store, '--port', '0'];
  const env = {
    FOOTNOTE_ENGINE_KIND: 'postgresql',
    FOOTNOTE_ENGINE_URL: 'postgresql://127.0.0.1:1/handbook',
  };
  expect(await wrongBy(args, env)).toMatchObject([
    { name: 'engine', finding: expect.stringContaining('engine.kind "embedded"') },
  ]);
  using database = new DatabaseSync(join(store, 'footnote.db'));
  database.exec("update indexes set engine = 'postgresql'");
  expect(await wrongBy(args, env)).toMatchObject([
    {
      name: 'engine',
      finding: expect.stringContaining('PostgreSQL at 127.0.0.1:1 is not available'),
      remedy: expect.stringContaining('engine.url'),
    },
  ]);
});
