import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { formatLog } from '../src/cli/commands/logs.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { handbook, temporaryFolder } from './corpus.ts';
import { refuseRows } from './refuse-rows.ts';
import { runFootnote } from './run-footnote.ts';
import { quickAdapters } from './shared-embedder.ts';
import { footnoteOver } from './shared-footnote.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-log-'));
const footnote = footnoteOver(handbook, folder);
const store = join(folder, 'store');

beforeAll(() => cpSync(store, join(folder, 'copied'), { recursive: true }));

/** Footnote over a copy of the store in which nothing was asked yet. */
async function openCopy(settings: PartialConfig = {}) {
  const copy = join(temporaryFolder(), 'store');
  cpSync(join(folder, 'copied'), copy, { recursive: true });
  const opened = await openFootnote({ store: copy, ...settings }, await quickAdapters());
  onTestFinished(() => opened.close());
  return { footnote: opened, store: copy };
}

/** The files of a store in which a word stands. */
function filesWith(store: string, word: string): readonly string[] {
  return readdirSync(store).filter((name) => readFileSync(join(store, name)).includes(word));
}

const question = 'How long must a password be?';

test('E11: no word of a question is stored unless a conversation or the setting asks for it', async () => {
  const { matching } = await footnote().readLog();
  await footnote().ask('What does the qzwvornament say of passwords?', { clientAddress: '192.0.2.77' });
  expect((await footnote().readLog()).matching).toBe(matching + 1);
  expect([filesWith(store, 'qzwvornament'), filesWith(store, '192.0.2.77')]).toEqual([[], []]);

  const { conversationId } = await footnote().ask('What does the qzwvornament say?', {
    conversationId: null,
  });
  expect(filesWith(store, 'qzwvornament')).not.toEqual([]);
  await footnote().eraseConversations({ conversationId: conversationId ?? '' });
  expect(filesWith(store, 'qzwvornament')).toEqual([]);
  expect((await footnote().readLog()).matching).toBe(matching + 1);
});

test('without a log nothing is written, and an answer has no name', async () => {
  const { footnote: silent } = await openCopy({ log: { enabled: false } });
  expect(await silent.ask('Hello!')).toMatchObject({ messageId: null, conversationId: null });
  expect(await silent.readLog()).toEqual({ entries: [], matching: 0, lost: 0, withheld: null });
});

test('E11: records that cannot be written cost the records and not the answer', async () => {
  const { matching } = await footnote().readLog();
  using database = new DatabaseSync(join(store, 'footnote.db'));
  database.exec(refuseRows('qa_logs') + refuseRows('conversations'));
  const answer = await footnote().ask(question, { conversationId: null });
  expect(answer.answer).toContain('fourteen');
  expect(answer.conversationId).toBeNull();
  expect(answer.warnings).toEqual([expect.stringMatching(/conversation could not be kept.*on purpose/)]);
  expect(await footnote().readLog()).toMatchObject({ matching, lost: 1 });
  database.exec('drop trigger refuse_qa_logs; drop trigger refuse_conversations');
  await footnote().ask(question);
  expect(await footnote().readLog()).toMatchObject({ matching: matching + 1, lost: 1 });
});

test('what is older than the settings allow is erased when a process begins', async () => {
  const { footnote: before, store: aged } = await openCopy();
  const { conversationId } = await before.ask('Hello!', { conversationId: null });
  await before.ask('Hello!');
  await before.close();
  using database = new DatabaseSync(join(aged, 'footnote.db'));
  database.exec(`update conversations set updated_at = '2020-01-01T00:00:00.000Z';
    update qa_logs set asked_at = '2020-01-01T00:00:00.000Z' where conversation_id is not null;
    update retention set steady_since = '2020-01-01T00:00:00.000Z';`);
  const forEver = await openFootnote({ store: aged, log: { retentionDays: 0 } });
  onTestFinished(() => forEver.close());
  expect((await forEver.readLog()).matching).toBe(2);
  const next = await openFootnote({ store: aged, log: { retentionDays: 30 } });
  onTestFinished(() => next.close());
  expect((await next.readLog()).matching).toBe(1);
  await expect(next.getConversation(conversationId ?? '')).rejects.toMatchObject({
    code: 'conversation_unknown',
  });
});

test('a clock that jumps by a hundred days erases nothing, and what it would have erased is told', async () => {
  const { footnote: before, store: jumped } = await openCopy();
  const { conversationId } = await before.ask('Hello!', { conversationId: null });
  await before.close();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100 * 24 * 60 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  const next = await openFootnote({ store: jumped });
  onTestFinished(() => next.close());
  expect(await next.readLog()).toMatchObject({
    matching: 1,
    withheld: { before: expect.any(String), conversations: 1, logEntries: 1 },
  });
  expect(await next.getConversation(conversationId ?? '')).toMatchObject({ messages: 2 });
  const told = formatLog(await next.readLog(), false, 1000, (_, text) => text);
  expect(told).toContain('1 conversation and 1 question are older than log.retentionDays');
  expect(told).toMatch(/footnote erase --before \d{4}-\d\d-\d\d$/);
});

test('B12: every question leaves a line in the log: answered, refused, greeted, failed and left; the command line shows and erases them', async () => {
  const { footnote: asked, store: logged } = await openCopy({ log: { storeQuestions: true } });
  await asked.ask(question, { sessionId: 's1', clientAddress: '192.0.2.7' });
  await asked.ask('=HYPERLINK("http://x") of the World Cup?');
  await asked.ask('Hello!');
  await expect(asked.ask('long '.repeat(2000), { conversationId: null })).rejects.toMatchObject({
    code: 'question_too_long',
  });
  for await (const event of asked.ask(question, { conversationId: null })) if (event.type === 'token') break;
  const { entries, lost } = await asked.readLog();
  expect(lost).toBe(0);
  expect(
    entries.map(({ outcome, errorCode, question: words }) => [outcome, errorCode, words?.length]),
  ).toEqual([
    ['failed', 'question_too_long', 4000],
    ['below-threshold', null, 40],
    ['cancelled', null, question.length],
    ['small-talk', null, 6],
    ['answered', null, question.length],
  ]);
  expect(entries.map(({ answer, confidence }) => [answer, confidence > 0])).toEqual([
    [null, false],
    [expect.stringContaining('nothing'), false],
    [null, false],
    [expect.stringContaining('Hello'), false],
    [expect.stringContaining('fourteen'), true],
  ]);
  using database = new DatabaseSync(join(logged, 'footnote.db'));
  expect(
    database
      .prepare('select citations from qa_logs order by asked_at')
      .all()
      .map(({ citations }) => citations),
  ).toEqual([expect.stringMatching(/^\[\{"doc_id":"\w+","chunk_id"/), ...Array(4).fill('[]')]);
  expect(entries.at(-1)).toMatchObject({
    sessionId: 's1',
    clientHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    answer: expect.stringContaining('fourteen'),
    citations: expect.arrayContaining([expect.objectContaining({ number: 1, verdict: 'verbatim' })]),
    model: null,
  });
  // A refused question is none of a conversation; one that was left is, as far as it came.
  const [conversation, ...others] = await asked.listConversations();
  expect(others).toEqual([]);
  const { history } = await asked.getConversation(conversation?.conversationId ?? '');
  expect(history[1]).toMatchObject({
    content: expect.stringContaining('password'),
    answer: { outcome: 'cancelled', complete: false },
  });
  await asked.close();

  const run = (...args: string[]) => runFootnote([...args, '--store', logged], { cwd: logged });
  const shown = await run('log');
  expect(shown.stdout).toMatch(/OUTCOME[^]*question_too_long[^]*HYPERLINK[^]*small-talk[^]*answered/);
  const { stdout } = await run('log', '--export', 'csv', '--only', 'below-threshold');
  const [head, line, ...rest] = stdout.split('\n');
  expect(head).toMatch(/^id,askedAt,outcome,/);
  expect(line).toContain(`,"'=HYPERLINK(""http://x"") of the World Cup?",`);
  expect(rest).toEqual(['']);
  const none = await run('log', '--export', 'csv', '--limit', '0');
  expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('limit') });
  const both = await run('log', '--export', 'jsonl', '--json');
  expect(both).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("'--export' cannot be used with '--json'"),
  });
  const erased = await run('erase', '--before', '2999-01-01', '--json');
  expect(JSON.parse(erased.stdout)).toMatchObject({
    conversations: 1,
    messages: 2,
    logEntries: 5,
    receipt: { format: 1 },
  });
});

test('a process that is killed keeps its conversations, and what was in its log', async () => {
  const { footnote: unused, store: killed } = await openCopy();
  await unused.close();
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'asking-child.ts'), killed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const after = await openFootnote({ store: killed });
  onTestFinished(() => after.close());
  const idsInLog = async () => (await after.readLog({ limit: 10_000 })).entries.map(({ id }) => id);
  const told: { conversationId: string; messageId: string }[] = [];
  let before: readonly string[] = [];
  // It writes its log while it answers, not only when it is closed.
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(JSON.parse(line) as (typeof told)[number]);
    before = await idsInLog();
    if (before.includes(told[0]?.messageId ?? '')) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');

  expect(await idsInLog()).toEqual(expect.arrayContaining([...before]));
  const { history } = await after.getConversation(told[0]?.conversationId ?? '');
  const complete = new Set(
    history.filter(({ answer }) => answer?.complete).map(({ messageId }) => messageId),
  );
  expect(told.filter(({ messageId }) => !complete.has(messageId))).toEqual([]);
});
