import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { expectFailure } from './expect-failure.ts';
import { footnoteSession } from './footnote-session.ts';
import { type RunOptions, temporaryFolder } from './run-footnote.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const session = footnoteSession();
const run = (args: readonly string[], options: Partial<RunOptions> = {}) =>
  session(args, { cwd: folder.path, ...options });

test.each([
  [['nonsense'], "unknown command 'nonsense'", 'footnote --help'],
  [['aks', 'something'], 'Did you mean ask?', 'footnote --help'],
  [[], 'no command given', 'footnote --help'],
  [['help', 'aks'], `unknown command 'aks' (did you mean "ask"?)`, 'footnote --help'],
  [['help', 'documents', 'lst'], `unknown command 'lst' (did you mean "list"?)`, 'footnote documents --help'],
  [['documents', 'help', 'nothing'], "unknown command 'nothing'", 'footnote documents --help'],
  [['ingest'], "missing required argument 'path'", 'footnote ingest --help'],
  [['ingest', 'notes', ''], "'' is not a valid path. It is empty", 'footnote ingest --help'],
  [['ingest', 'notes', '--retry-failed'], 'takes no paths', 'footnote ingest --help'],
  [['ingest', 'notes', '--watch', '--dry-run'], 'cannot be used with', 'footnote ingest --help'],
  [['reindex', '--queue', '--chunker', 'sentences'], 'goes by its own settings', 'footnote reindex --help'],
  [['jobs', 'show', 'x', '--report', 'xml'], 'choices are json, short', 'footnote jobs show --help'],
  [['ask', 'why?', '--bogus'], "unknown option '--bogus'", 'footnote ask --help'],
  [['search', '-tags:draft leave'], 'put words that begin with a minus after --', 'footnote search --help'],
  [['ingest', '-dash.md'], 'put words that begin with a minus after --', 'footnote ingest --help'],
  [['search', 'why?', '--top-k', 'many'], 'It must be a whole number', 'footnote search --help'],
  [['documents', 'shwo', 'x'], `unknown command 'shwo' (did you mean "show"?)`, 'footnote documents --help'],
  [['erase'], "name '--conversation', '--before' or '--questions'", 'footnote erase --help'],
  [
    ['eval', 'q.yaml', '--output', 'x.yaml'],
    "'--output' does nothing without '--generate'",
    'footnote eval --help',
  ],
  [
    ['eval', '--generate', '3', '--save', 'x'],
    "'--save' does nothing with '--generate'",
    'footnote eval --help',
  ],
  [['eval', 'compare', 'a', 'b', '--save', 'c'], "unknown option '--save'", 'footnote eval compare --help'],
  [['documents', 'show'], "missing required argument 'document'", 'footnote documents show --help'],
])('%j is a usage error, and its help is named', async (args, problem, help) => {
  const failure = expectFailure(await run([...args, '--json']), 2, 'request_invalid');
  expect(failure.message).toContain(problem);
  expect(failure.message).toContain(`. See ${help}.`);
});

test('no job is meant by an empty id', async () => {
  expectFailure(await run(['jobs', 'cancel', '', '--json']), 1, 'job_unknown');
});

test('a name that is missing in a list of collections is named', async () => {
  const failed = await run(['ask', 'why?', '--collections', 'a,,b', '--json']);
  expect(expectFailure(failed, 2, 'request_invalid').message).toContain('--collections');
});

test.each([
  [['config', '--port', '70000'], 'server.port'],
  [['ask', 'why?', '--top-k', '-3'], 'retrieval.topK: it must be at least 1, not -3'],
  [['ask', 'why?', '--collection', '../up'], 'collection'],
  [['ingest', 'notes', '--queue'], 'records.kind: a queue of work needs records on a server'],
  [['reindex', '--queue'], 'records.kind: a queue of work needs records on a server'],
])('a setting out of range is named: %j', async (args, setting) => {
  expect(expectFailure(await run([...args, '--json']), 2, 'config_invalid').message).toContain(setting);
});

test('a settings file that is not JSON is named', async () => {
  using other = temporaryFolder();
  writeFileSync(join(other.path, 'footnote.config.json'), '{"collection": ');
  const failure = expectFailure(await run(['config', '--json'], { cwd: other.path }), 2, 'config_invalid');
  expect(failure.message).toContain('footnote.config.json');
});

test('a folder that the server may not follow is listed, and what lets it be followed is said', async () => {
  const { code, stdout, stderr } = await run(['folders', 'watch', '.']);
  expect(code).toBe(0);
  expect(stdout).not.toContain('followed');
  expect(stderr).toContain('add the folder to server.folders');
  const permitted = { FOOTNOTE_SERVER_FOLDERS: folder.path };
  const followed = await run(['folders', 'watch', '.'], { env: permitted });
  expect(followed.stderr).toBe('');
  expect(followed.stdout).toContain('is followed by the server');
});
